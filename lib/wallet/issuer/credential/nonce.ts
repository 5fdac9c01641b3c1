import { readJsonObject, stringMember } from '../../json'
import { need } from '../../run'
import { aroundStep, requireJson, sendStep } from '../../step'
import type { Run } from '../run'

/**
 * Fetches a fresh nonce for the proof (OID4VCI-1FINAL-7): a POST without body or access token. An issuer without nonce
 * endpoint needs none, but a nonce in the token response is still used.
 *
 * @throws WalletStop, Refused
 */
export async function fetchNonce(run: Run): Promise<string | null> {
  const url = stringMember(run.facts.issuerMetadata, 'nonce_endpoint')
  if (run.misbehaviour?.skip === 'nonce') {
    run.misbehaving = true
    return run.facts.tokenCNonce
  }
  if (url === null) return run.facts.tokenCNonce
  const body = await aroundStep(run, 'nonce', async () =>
    requireJson(
      'nonce',
      await sendStep(run, {
        step: 'nonce',
        method: 'POST',
        url,
        headers: [['Accept', 'application/json']],
        learned: (answer) =>
          stringMember(readJsonObject(answer.body), 'c_nonce') === null ? 'no nonce' : 'a fresh nonce',
      }),
    ),
  )
  return need(stringMember(body, 'c_nonce'), 'c_nonce in the nonce response')
}
