import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone
from pathlib import Path
from string import Template

from temporalio import activity, client, exceptions, worker, workflow

with workflow.unsafe.imports_passed_through():
    import requests

ENV = {"SERVICE": "http://localhost:3000", "NAMESPACE": "acme", "PIPELINE": "acme/nightly", **os.environ}
FILES = Path(__file__).parent.parent


@activity.defn
def test_wallet() -> bool:
    """Your test stands here. This one looks whether the service responds."""
    return requests.get(f"{ENV['SERVICE']}/healthz", timeout=60).ok


@activity.defn
def report(passed: bool, started_at: str) -> None:
    """Reports the run of the workflow, with a picture. Temporal repeats it while the service is away."""
    run, now = activity.info(), datetime.now(timezone.utc).isoformat()
    values = {"STATUS": "completed" if passed else "failed", "STARTED_AT": started_at, "CLOSED_AT": now}
    ids = {"WORKFLOW_ID": run.workflow_id, "RUN_ID": run.workflow_run_id}
    form = {"execution": Template((FILES / "report.json").read_text()).substitute(ENV, **ids, **values)}
    files = {"screenshots": (FILES / "wallet.png").read_bytes()}
    url, headers = f"{ENV['SERVICE']}/api/pipeline/executions", {"X-Api-Key": ENV["KEY"]}
    answer = requests.post(url, headers=headers, data=form, files=files, timeout=60)
    print(answer.status_code, answer.text)
    if not answer.ok:
        is_wrong = 400 <= answer.status_code < 500 and answer.status_code != 429
        raise exceptions.ApplicationError(answer.text, non_retryable=is_wrong)


@workflow.defn
class NightlyWalletTest:
    @workflow.run
    async def run(self) -> None:
        limit = {"start_to_close_timeout": timedelta(minutes=10)}
        passed = await workflow.execute_activity(test_wallet, **limit)
        await workflow.execute_activity(report, args=[passed, workflow.info().start_time.isoformat()], **limit)
        if not passed:
            raise exceptions.ApplicationError("The wallet did not do as it should.", non_retryable=True)


async def main() -> None:
    address = ENV.get("TEMPORAL_ADDRESS", "127.0.0.1:7233")
    engine = await client.Client.connect(address, namespace=ENV["NAMESPACE"])
    work = {"workflows": [NightlyWalletTest], "activities": [test_wallet, report]}
    async with worker.Worker(engine, task_queue="nightly", activity_executor=ThreadPoolExecutor(4), **work):
        own = {"id": "nightly", "task_queue": "nightly", "memo": {"pipeline": ENV["PIPELINE"]}}
        await engine.execute_workflow(NightlyWalletTest.run, **own)


if __name__ == "__main__":  # Temporal's sandbox loads this file again.
    asyncio.run(main())
