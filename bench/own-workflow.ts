import { ApplicationFailure } from '@temporalio/workflow'

/** A workflow as an organisation writes its own: it passes, or it fails. */
export async function OwnRun(passes: boolean): Promise<void> {
  if (!passes) throw ApplicationFailure.nonRetryable('The wallet did not do as it should.')
}
