"""Faults of operating an installation: files, logs, metrics, backups, verification, the service manager."""

from __future__ import annotations

from tools.planted.fault import Fault

NAMES = "tests/outside/test_safe_names.py"
BACKUP = "tests/commands/test_backup.py"
JOBS = "tests/worker/test_job_log.py"
MONITORING = "tests/api/test_monitoring.py"
SINCE = "tests/api/test_verify_since.py"
SYSTEMD = "tests/commands/test_systemd.py"
TRACED = "tests/actions/delivery/test_traced.py"

OPERATIONS = (
    Fault(
        "a span shows the literals of a statement",
        "fordran/spans.py",
        '    return _LITERAL.sub("?", query)[:LONGEST_STATEMENT]',
        "    return query[:LONGEST_STATEMENT]",
        (
            f"{TRACED}::test_a_statement_is_shown_without_its_literals",
            f"{TRACED}::test_no_span_says_anything_about_anybody",
        ),
    ),
    Fault(
        "a span quotes an exception",
        "fordran/spans.py",
        "            record_exception=False,\n            set_status_on_exception=False,\n",
        "",
        (f"{TRACED}::test_the_text_of_an_error_is_left_out",),
    ),
    Fault(
        "a client has all its requests traced",
        "fordran/spans.py",
        "ParentBased(by_ratio, remote_parent_sampled=by_ratio)",
        "ParentBased(by_ratio)",
        (f"{TRACED}::test_a_client_cannot_have_more_traced_than_the_ratio",),
    ),
    Fault(
        "every look of a job is sent as a trace",
        "fordran/spans.py",
        "            del self._held[of]\n            self._idle[of] = None",
        "            self._then.on_end(self._held.pop(of)[-1])\n            self._idle[of] = None",
        (f"{TRACED}::test_a_run_that_does_nothing_is_not_sent",),
    ),
    Fault(
        "a delivery forgets the request that caused it",
        "fordran/worker/post.py",
        'tracing.active.delivered(row["traceparent"], ',
        "tracing.active.delivered(None, ",
        (f"{TRACED}::test_one_trace_leads_from_a_request_to_its_delivery_and_its_webhook",),
    ),
    Fault(
        "a folder is made for everybody to read",
        "fordran/safe_names.py",
        "    path.mkdir(mode=FOLDER_MODE, exist_ok=True)",
        "    path.mkdir(exist_ok=True)",
        (f"{NAMES}::test_folders_and_files_are_made_for_their_owner_alone",),
    ),
    Fault(
        "an open file stays open to others",
        "fordran/safe_names.py",
        "    path.chmod(stat.S_IMODE(mode) & ~_FOR_OTHERS)",
        "    path.chmod(stat.S_IMODE(mode))",
        (f"{NAMES}::test_an_open_folder_is_closed_with_its_contents_and_a_closed_deep_one_is_skipped",),
    ),
    Fault(
        "a backup replaces another file",
        "fordran/commands/backup.py",
        "    if file.exists() and not file.is_dir():",
        "    if False:",
        (f"{BACKUP}::test_a_backup_is_never_written_over_another_file",),
    ),
    Fault(
        "a refused restore leaves its folder behind",
        "fordran/commands/restore.py",
        "            shutil.rmtree(data, ignore_errors=True)",
        "            pass",
        (f"{BACKUP}::test_a_refusal_comes_before_anything_is_done",),
    ),
    Fault(
        "a damaged media file is restored",
        "fordran/commands/backup_folder.py",
        "            if _copied(stream, copy) != checksum:",
        "            if not _copied(stream, copy):",
        (f"{BACKUP}::test_a_folder_of_backups_copies_each_media_file_once",),
    ),
    Fault(
        "files of deleted backups stay",
        "fordran/commands/backup_folder.py",
        "        for path in gone:\n            path.unlink()",
        "        for path in gone:\n            path.exists()",
        (f"{BACKUP}::test_a_folder_of_backups_copies_each_media_file_once",),
    ),
    Fault(
        "PostgreSQL's log quotes personal numbers",
        "fordran/store/embedded/log_filter.py",
        'without_personal_numbers(line.decode(errors="replace"))',
        'line.decode(errors="replace")',
        ("tests/store/embedded/test_embedded.py::test_what_a_client_sends_does_not_reach_its_log",),
    ),
    Fault(
        "a failed job counts as a success",
        "fordran/worker/job_log.py",
        "            tally.failures += run.has_failed",
        "            tally.failures += 0",
        (f"{JOBS}::test_runs_of_jobs_are_added_up",),
    ),
    Fault(
        "job runs are lost with the database",
        "fordran/worker/job_log.py",
        "                self._put_back(job, tally)",
        "                del tally",
        (f"{JOBS}::test_runs_that_cannot_be_stored_are_stored_later",),
    ),
    Fault(
        "it is ready while its disk is full",
        "fordran/api/serving/probes.py",
        "        if shutil.disk_usage(settings.data).free < _LEAST_FREE_BYTES:",
        "        if shutil.disk_usage(settings.data).free < 0:",
        (f"{MONITORING}::test_it_is_not_ready_while_a_disk_is_full",),
    ),
    Fault(
        "seals of earlier days are not chained",
        "fordran/actions/proof/verify.py",
        '            *differs("seals", id_, "previous_hash", previous, seal["previous_hash"]),',
        "            *(),",
        (f"{SINCE}::test_the_chain_of_seals_is_checked_whatever_the_day",),
    ),
    Fault(
        "a process keeps starting the version before",
        "fordran/commands/children.py",
        "    beside = started.resolve().with_name",
        "    beside = Path(sys.executable).with_name",
        (f"{SYSTEMD}::test_a_link_to_a_later_version_is_followed_by_processes_that_start_then",),
    ),
)
