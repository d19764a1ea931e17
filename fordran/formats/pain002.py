"""pain.002.001.03 and later: the bank's report on an order, whole and by element names alone, which the versions share.

What the report says of the order, of a batch or of a transfer holds for all below it that it says nothing else of.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import BinaryIO

from fordran.domain.bank.bank_states import TransferStatus
from fordran.formats.bank import BadBankFile
from fordran.formats.camt_nodes import NAMESPACE, XmlNode, node_of

KIND = "pain.002.001."
LONGEST_REASON = 35
MOST_BYTES = 50_000_000
"""A report on ten thousand transfers has some five million."""

STATUSES: Mapping[str, TransferStatus] = MappingProxyType[str, TransferStatus](
    {
        **dict.fromkeys(("ACTC", "ACCP", "ACSP", "ACWC", "ACWP", "ACFC"), "accepted"),
        **dict.fromkeys(("ACSC", "ACCC"), "executed"),
        **dict.fromkeys(("RJCT", "CANC"), "rejected"),
    }
)
"""External code set ExternalPaymentTransactionStatus1. Other codes (RCVD, PDNG, PART) say nothing of a transfer by themselves."""


@dataclass(frozen=True, slots=True)
class TransferReport:
    """The status of one transfer, of a batch, or of the whole order."""

    id: str
    """Of a transfer its end-to-end id, of a batch its own id; empty of the order."""
    status: TransferStatus | None
    reason: str
    """The code, or the bank's own word for it."""
    batch: str = ""
    """Of a transfer, the batch that it is reported under."""


@dataclass(frozen=True, slots=True)
class OrderReport:
    """A report on one order."""

    order: str
    """The message id that we gave it."""
    whole: TransferReport
    batches: tuple[TransferReport, ...]
    transfers: tuple[TransferReport, ...]


def read_pain002(stream: BinaryIO) -> OrderReport:
    """The report in the stream; `BadBankFile` where it is none."""
    from lxml import etree  # loaded by the first report: few processes meet one

    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(_whole(stream), parser)
    except etree.XMLSyntaxError as wrong:
        raise BadBankFile(wrong.lineno or 0, f"The XML is broken or unsafe: {wrong.msg}.") from None
    if root.getroottree().docinfo.internalDTD is not None:
        raise BadBankFile(1, "The file has a document type declaration, which a bank file never has.")
    prefix, _, name = str(root.tag).rpartition("}")
    if name != "Document" or not prefix.startswith("{" + NAMESPACE + KIND):
        raise BadBankFile(1, f"The file should be {KIND}03 or later, not {root.tag}.")
    report = node_of(root, prefix + "}").one("CstmrPmtStsRpt")
    group = report and report.one("OrgnlGrpInfAndSts")
    if report is None or group is None:
        raise BadBankFile(1, "The file has no OrgnlGrpInfAndSts, which names the order.")
    order = group.text_at("OrgnlMsgId")
    if not order:
        raise group.bad("The file names no order: OrgnlMsgId is empty.")
    return OrderReport(order, _level(group, "", "GrpSts"), tuple(_batches(report)), tuple(_transfers(report)))


def _whole(stream: BinaryIO) -> bytes:
    data = stream.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise BadBankFile(0, f"The report has more than {MOST_BYTES} bytes.")
    return data.strip()


def _batches(report: XmlNode) -> Iterator[TransferReport]:
    for batch in report.all("OrgnlPmtInfAndSts"):
        if id_ := batch.text_at("OrgnlPmtInfId"):
            yield _level(batch, id_, "PmtInfSts")


def _transfers(report: XmlNode) -> Iterator[TransferReport]:
    for batch in report.all("OrgnlPmtInfAndSts"):
        for transfer in batch.all("TxInfAndSts"):
            id_ = transfer.text_at("OrgnlEndToEndId") or transfer.text_at("OrgnlInstrId")
            if not id_:
                raise transfer.bad("A transfer is named by neither OrgnlEndToEndId nor OrgnlInstrId.")
            yield _level(transfer, id_, "TxSts", batch.text_at("OrgnlPmtInfId"))


def _level(node: XmlNode, id_: str, status: str, batch: str = "") -> TransferReport:
    code = node.text_at(status)
    reason = node.text_at("StsRsnInf/Rsn/Cd") or node.text_at("StsRsnInf/Rsn/Prtry")
    return TransferReport(id_, STATUSES.get(code), (reason or code)[:LONGEST_REASON], batch)
