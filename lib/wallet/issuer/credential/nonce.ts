import { mediaType, type WireAnswer } from '../../http/wire'
import { readJsonObject, stringMember } from '../../json'
import { need } from '../../run'
import { aroundStep, requireJson, sendStep } from '../../step'
import { skipsRule, stopIfUnusual } from '../care'
import type { Run } from '../run'

/**
 * Fetches a fresh nonce for the proof (OID4VCI-1FINAL-7): a POST without body or access token. An issuer without nonce
 * endpoint needs none, but a nonce in the token response is still used. A server that fails is asked once more.
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
  const answer = await aroundStep(run, 'nonce', async () => {
    let last = await ask(run, url)
    for (let retry = 0; retry < run.maxRetries && last.status >= 500; retry += 1) last = await ask(run, url)
    return last
  })
  if (!isNonce(answer) && skipsRule(run, 'nonce_failure')) return null
  const nonce = need(stringMember(requireJson('nonce', answer), 'c_nonce'), 'c_nonce in the nonce response')
  // Only who waits no longer knows how long that took.
  stopIfUnusual(run, 'slow_nonce', true, 'The nonce took too long')
  stopIfUnusual(run, 'repeated_nonce', nonce === run.facts.tokenCNonce, 'The nonce was handed out before')
  return nonce
}

const ask = (run: Run, url: string): Promise<WireAnswer> =>
  sendStep(run, {
    step: 'nonce',
    method: 'POST',
    url,
    headers: [['Accept', 'application/json']],
    learned: (answer) => (stringMember(readJsonObject(answer.body), 'c_nonce') === null ? 'no nonce' : 'a fresh nonce'),
  })

const isNonce = ({ status, headers, body }: WireAnswer): boolean =>
  status === 200 && mediaType(headers) === 'application/json' && stringMember(readJsonObject(body), 'c_nonce') !== null
