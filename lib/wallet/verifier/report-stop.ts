import type { HeaderList, SendHttp } from '../http/wire'
import type { VerifierRun } from './verifier-run'

/**
 * Reports to the service what only the wallet's screen showed: that it stopped without sending anything. For a wallet
 * whose screen nobody sees. Not for sessions that a correct wallet responds to: their evidence alone says what
 * happened.
 * @param run - as it ended
 * @param to - the URL of the session, and what opens it
 * @throws what the port throws
 */
export async function reportStop(
  { outcome }: Pick<VerifierRun, 'outcome'>,
  { sessionUrl, http, headers = [] }: { sessionUrl: string; http: SendHttp; headers?: HeaderList },
): Promise<void> {
  if (outcome !== 'stopped_by_wallet') return
  await http({
    method: 'POST',
    url: `${sessionUrl}/refusal`,
    headers: [['Content-Type', 'application/json'], ['Accept', 'application/json'], ...headers],
    body: JSON.stringify({ shown: 'error', by: 'driver' }),
  })
}
