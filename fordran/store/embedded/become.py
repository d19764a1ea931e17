"""Become another user and run a program as them: `python become.py UID GID CAPABILITY PROGRAM …`.

This is a program of its own, run by path: what it does between two users must not happen in a fork of a process that
may have threads. CAPABILITY is the number of the one that is kept, or -1 for none.
"""

import ctypes
import os
import sys

# From linux/prctl.h and linux/capability.h.
_PR_SET_KEEPCAPS = 8
_PR_CAP_AMBIENT = 47
_PR_CAP_AMBIENT_RAISE = 2
_CAP_VERSION_3 = 0x20080522


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Capabilities(ctypes.Structure):
    _fields_ = (("effective", ctypes.c_uint32), ("permitted", ctypes.c_uint32), ("inheritable", ctypes.c_uint32))


def become(uid: int, gid: int, capability: int | None) -> None:
    """Be the user from here on, with the one capability, which programs that are run inherit."""
    libc = ctypes.CDLL(None, use_errno=True)

    def expect_zero(result: int) -> None:
        if result != 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))

    if capability is not None:
        expect_zero(libc.prctl(_PR_SET_KEEPCAPS, 1, 0, 0, 0))
    os.setgroups([])
    os.setregid(gid, gid)
    os.setreuid(uid, uid)
    if capability is not None:
        bit = 1 << capability
        header = _Header(_CAP_VERSION_3, 0)
        kept = (_Capabilities * 2)(_Capabilities(bit, bit, bit), _Capabilities(0, 0, 0))
        expect_zero(libc.capset(ctypes.byref(header), kept))
        expect_zero(libc.prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_RAISE, capability, 0, 0))


if __name__ == "__main__":
    user, group, kept_capability = (int(argument) for argument in sys.argv[1:4])
    try:
        become(user, group, None if kept_capability < 0 else kept_capability)
        os.execv(sys.argv[4], sys.argv[4:])  # noqa: S606
    except OSError as error:
        sys.exit(f"{sys.argv[4]} cannot be run as user {user}: {error.strerror}")
