import { aroundStep, sendStep } from '../../step'
import type { Run } from '../run'

/** The wallet plays the user's browser here, and says so. */
const browser = 'Mozilla/5.0 (browser of wallet-capture-reference-wallet)'

/**
 * Opens the address that the verifier wants the user to go on at (OID4VP-1FINAL-8.2), once and as a browser would. An
 * address of another kind than the web is left to the user's device.
 *
 * @throws WalletStop when no answer came
 */
export async function followRedirect(run: Run, redirectUri: string): Promise<void> {
  const { protocol } = new URL(redirectUri)
  if (!run.profile.followRedirect || (protocol !== 'https:' && protocol !== 'http:')) return
  if (run.misbehaviour?.skip === 'redirect') {
    run.deviating = true
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
