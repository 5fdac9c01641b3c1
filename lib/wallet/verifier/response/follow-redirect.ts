import { aroundStep, sendStep } from '../../step'
import type { Run } from '../run'

/** The wallet acts as the user's browser here, and says so. */
const browser = 'Mozilla/5.0 (browser of wallet-capture-reference-wallet)'

/**
 * Opens the redirect URI of the verifier (OID4VP-1FINAL-8.2), once and as a browser would. A URI that is not http or
 * https is left to the user's device.
 *
 * @throws WalletStop when no answer came
 */
export async function followRedirect(run: Run, redirectUri: string): Promise<void> {
  const { protocol } = new URL(redirectUri)
  if (!run.profile.followRedirect || (protocol !== 'https:' && protocol !== 'http:')) return
  if (run.misbehaviour?.skip === 'redirect') {
    run.misbehaving = true
    return
  }
  await aroundStep(run, 'redirect', () =>
    sendStep(run, {
      step: 'redirect',
      method: 'GET',
      url: redirectUri,
      headers: [
        ['Accept', 'text/html,application/xhtml+xml,*/*;q=0.8'],
        ['User-Agent', browser],
        ['Sec-Fetch-Mode', 'navigate'],
        ['Sec-Fetch-Dest', 'document'],
      ],
      learned: () => 'the page of the verifier',
    }),
  )
}
