import type { StoredExchange } from '../../shared/ports/store-types'
import { continues, type IssuerDeviation, type NonceChange, reports, stops } from './issuer-deviation'
import { goesOnToTheEnd, goesOnWith } from './next-step'
import { proofNonces } from './refusal'

/** Only the nonce endpoint gives out nonces, so a wallet has no other source. */
const endpointOnly = { laboratory: { nonce: 'required', token_c_nonce: false } } as const

const failing = {
  ...stops('The wallet stops: without a nonce it must not send a credential request.'),
  next: goesOnWith('requestCredential'),
  needs: endpointOnly,
}

const description = 'This response is wrong on purpose in this session.'

const failure = (status: number, error: string): NonNullable<NonceChange['instead']> => ({
  status,
  mediaType: 'application/json',
  body: JSON.stringify({ error, error_description: description }),
})

/** The wallet has to get a credential; repeating the nonce shows that it did not fetch a new one. */
const asksAgain: IssuerDeviation['next'] = (later, deviating) => {
  const requests = later.filter(({ operation }) => operation === 'requestCredential')
  const again = requests.find((one: StoredExchange, index) => {
    const nonces = proofNonces(one)
    return nonces.trim() !== '' && requests.slice(0, index).some((earlier) => proofNonces(earlier) === nonces)
  })
  return (
    goesOnToTheEnd(later, deviating) ??
    (again === undefined ? null : { did: 'refused', exchange: again, seen: 'a credential request with the same nonce' })
  )
}

/** The nonce endpoint fails or returns something unexpected. OID4VCI-1FINAL-7 */
export const nonceDeviations: readonly IssuerDeviation[] = [
  {
    id: 'nonce_404',
    title: 'The nonce endpoint is not found.',
    clause: 'OID4VCI-1FINAL-7',
    ...failing,
    changes: { nonce: { instead: failure(404, 'not_found') } },
  },
  {
    id: 'nonce_500',
    title: 'The nonce endpoint fails every time.',
    clause: 'OID4VCI-1FINAL-7',
    ...failing,
    changes: { nonce: { instead: failure(500, 'server_error') } },
  },
  {
    id: 'nonce_html',
    title: 'The nonce endpoint serves a page instead of a nonce.',
    clause: 'OID4VCI-1FINAL-7.2',
    ...failing,
    changes: {
      nonce: {
        instead: {
          status: 200,
          mediaType: 'text/html',
          body: `<!doctype html><html lang="en"><title>Sign in</title><p>${description}</p></html>`,
        },
      },
    },
  },
  {
    id: 'nonce_once_500',
    title: 'The nonce endpoint fails once.',
    clause: 'OID4VCI-1FINAL-7',
    ...reports('No text says whether a wallet asks again: the session tells whether it got the credential.'),
    next: goesOnToTheEnd,
    needs: endpointOnly,
    changes: { nonce: { instead: failure(500, 'server_error'), once: true } },
  },
  {
    id: 'nonce_slow',
    title: 'The nonce comes after fifteen seconds.',
    clause: 'OID4VCI-1FINAL-7',
    ...continues('The wallet waits for it and gets the credential.'),
    next: goesOnToTheEnd,
    needs: { laboratory: { nonce: 'required' } },
    changes: { nonce: { holdSeconds: 15 } },
  },
  {
    id: 'nonce_repeated',
    title: 'The nonce endpoint repeats the nonce of the token response as long as nobody has used it.',
    clause: 'OID4VCI-1FINAL-7.2',
    ...continues('The wallet uses the nonce and gets the credential.'),
    next: goesOnToTheEnd,
    needs: { laboratory: { nonce: 'required', token_c_nonce: true } },
    changes: { nonce: { repeats: true } },
  },
  {
    id: 'nonce_old',
    title: 'The first nonce of the nonce endpoint is spent already.',
    clause: 'OID4VCI-1FINAL-8.3.1.2',
    ...continues('The wallet fetches another nonce after invalid_nonce and repeats the request with it.'),
    next: asksAgain,
    otherwise: {
      says: 'The wallet sent another credential request with the nonce of an earlier one',
      fix: 'Put each nonce into one credential request only, and fetch another from the nonce endpoint after invalid_nonce.',
    },
    needs: endpointOnly,
    changes: {
      nonce: { spent: true, once: true },
      refusal: {
        at: 'requestCredential',
        error: 'invalid_nonce',
        description: 'The nonce is spent: get a new one from the nonce endpoint and repeat the request with it.',
        onlyOf: 'spent_nonce',
      },
    },
  },
]
