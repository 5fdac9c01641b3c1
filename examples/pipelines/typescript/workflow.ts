import { ApplicationFailure, proxyActivities, workflowInfo } from '@temporalio/workflow'
import type { activities } from './run'

const { testWallet, report } = proxyActivities<typeof activities>({ startToCloseTimeout: '10 minutes' })

/** A workflow of a type of your own: tests the wallet, then reports how that went. */
export async function NightlyWalletTest(): Promise<void> {
  const passed = await testWallet()
  await report(passed ? 'completed' : 'failed', workflowInfo().startTime.toISOString())
  if (!passed) throw ApplicationFailure.nonRetryable('The wallet did not do as it should.')
}
