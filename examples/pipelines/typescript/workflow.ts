import { ApplicationFailure, proxyActivities, workflowInfo } from '@temporalio/workflow'
import type { activities } from './run'

const { testWallet, report } = proxyActivities<typeof activities>({ startToCloseTimeout: '10 minutes' })

/** A workflow of a type of your own: tests the wallet, then reports how that went. */
export async function NightlyWalletTest(): Promise<void> {
  const started_at = workflowInfo().startTime.toISOString()
  const { passed, picture } = await testWallet()
  await report({ status: passed ? 'completed' : 'failed', started_at, picture })
  if (!passed) throw ApplicationFailure.nonRetryable('The wallet did not do as it should.')
}
