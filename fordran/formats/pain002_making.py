"""Makes a bank's report on an order, pain.002, for examples and tests."""

from __future__ import annotations

from collections.abc import Mapping

Reported = tuple[str, str]
"""A transfer's status and reason."""


def make_pain002(
    order: str,
    status: str = "",
    *,
    reason: str = "",
    batches: Mapping[str, tuple[str, Mapping[str, Reported]]] | None = None,
    version: str = "001.03",
    created: str = "2026-11-18T10:00:00",
) -> bytes:
    """A report on an order, with its batches and their transfers."""
    payments = "".join(
        f"<OrgnlPmtInfAndSts><OrgnlPmtInfId>{batch}</OrgnlPmtInfId>{_tag('PmtInfSts', level)}"
        f"{''.join(_transfer(id_, *of) for id_, of in transfers.items())}</OrgnlPmtInfAndSts>"
        for batch, (level, transfers) in (batches or {}).items()
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.{version}"><CstmrPmtStsRpt>'
        f"<GrpHdr><MsgId>R1</MsgId><CreDtTm>{created}</CreDtTm></GrpHdr>"
        f"<OrgnlGrpInfAndSts><OrgnlMsgId>{order}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.03</OrgnlMsgNmId>"
        f"{_tag('GrpSts', status)}{_reason(reason)}</OrgnlGrpInfAndSts>{payments}"
        "</CstmrPmtStsRpt></Document>"
    ).encode()


def _transfer(id_: str, status: str, reason: str) -> str:
    return (
        f"<TxInfAndSts><OrgnlEndToEndId>{id_}</OrgnlEndToEndId>{_tag('TxSts', status)}{_reason(reason)}</TxInfAndSts>"
    )


def _tag(name: str, text: str) -> str:
    return f"<{name}>{text}</{name}>" if text else ""


def _reason(code: str) -> str:
    return f"<StsRsnInf><Rsn><Cd>{code}</Cd></Rsn></StsRsnInf>" if code else ""
