import { readList, type StatusList } from './formats/credential-status'
import type { Run } from './run'
import { sendStep } from './step'

/**
 * Fetches a status list; null where it cannot be read, or relied on. TSL14-8.1
 *
 * @throws WalletStop when no answer came
 */
export async function fetchStatusList<Facts, Profile>(
  run: Run<Facts, Profile>,
  uri: string,
): Promise<StatusList | null> {
  const answer = await sendStep(run, {
    step: 'status_list',
    method: 'GET',
    url: uri,
    headers: [['Accept', 'application/statuslist+jwt']],
    learned: () => 'the status of the credential',
  })
  return answer.status === 200 ? readList(answer.body, { uri, now: run.clock() }) : null
}
