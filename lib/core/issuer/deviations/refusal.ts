import type { HeaderField } from '../../shared/http/exchange'
import type { StoredExchange } from '../../shared/ports/store-types'
import { isObject } from '../../shared/values/json'
import { continues, type IssuerDeviation, stops } from './issuer-deviation'
import { goesOnAfter, triesAgain } from './next-step'

/** Recorded nonces of one kind of token in a request. */
const noncesIn = ({ decoded }: StoredExchange, kind: string): string[] =>
  decoded.flatMap((token) =>
    token.kind === kind && isObject(token.claims) && token.claims.nonce !== undefined
      ? [JSON.stringify(token.claims.nonce)]
      : [],
  )

const hasDpopNonce = (next: StoredExchange): boolean => noncesIn(next, 'dpop').length > 0

const proofKinds = ['proof_jwt', 'key_attestation'] as const
/** Recorded nonces of a request's proofs. */
export const proofNonces = (exchange: StoredExchange): string =>
  proofKinds.map((kind) => noncesIn(exchange, kind).join(' ')).join(' ')

const lowerScheme = ([name, value]: HeaderField): HeaderField =>
  name === 'WWW-Authenticate' ? [name, value.replace(/^DPoP\b/, 'dpop')] : [name, value]

/** A correct request is refused, once or always. OID4VCI-1FINAL-8.3.1.2, RFC9449-8 */
export const refusalDeviations: readonly IssuerDeviation[] = [
  {
    id: 'tx_code_wrong_length',
    title: 'The transaction code is refused every time.',
    clause: 'OID4VCI-1FINAL-6.3',
    ...stops('The wallet asks its user again or stops, and sends at most three token requests.'),
    needs: { flow: 'pre_authorized_code', tx_code: true },
    changes: {
      refusal: {
        at: 'requestToken',
        error: 'invalid_grant',
        description: 'The transaction code is wrong: refused on purpose in this session.',
      },
    },
    next: goesOnAfter(2, 'requestToken'),
  },
  {
    id: 'dpop_nonce_once',
    title: 'The first token request gets a DPoP nonce challenge.',
    clause: 'RFC9449-8',
    ...continues('The wallet repeats the request with the nonce.'),
    needs: { dpop_nonce: 'offered' },
    changes: {
      refusal: {
        at: 'requestToken',
        error: 'use_dpop_nonce',
        description:
          'Repeat the request with the nonce of the DPoP-Nonce header: asked for on purpose in this session.',
        once: true,
      },
    },
    next: triesAgain('requestToken', hasDpopNonce, 'a token request without the nonce'),
    otherwise: {
      says: 'The wallet sent another token request after use_dpop_nonce, with no nonce in a DPoP proof',
      fix: 'Repeat the request with a new DPoP proof that has the value of the DPoP-Nonce header as its nonce.',
    },
  },
  {
    id: 'challenge_scheme_other_case',
    title: 'The DPoP nonce challenge of the credential endpoint has its scheme in lower case.',
    clause: 'RFC9110-11.1',
    ...continues('The wallet repeats the request with the nonce: the scheme is case-insensitive.'),
    needs: { dpop_nonce: 'offered' },
    changes: {
      refusal: {
        at: 'requestCredential',
        error: 'use_dpop_nonce',
        description:
          'Repeat the request with the nonce of the DPoP-Nonce header: asked for on purpose in this session.',
        once: true,
        headers: (right) => right.map(lowerScheme),
      },
    },
    next: triesAgain('requestCredential', hasDpopNonce, 'a credential request without the nonce'),
    otherwise: {
      says: 'The wallet sent another credential request after use_dpop_nonce, with no nonce in a DPoP proof',
      fix: 'Read the scheme of a challenge in any case, and put the value of the DPoP-Nonce header into a new DPoP proof.',
    },
  },
  {
    id: 'invalid_nonce_once',
    title: 'The first credential request gets invalid_nonce.',
    clause: 'OID4VCI-1FINAL-8.3.1.2',
    ...continues('The wallet fetches a fresh nonce and repeats the request with it.'),
    changes: {
      refusal: {
        at: 'requestCredential',
        error: 'invalid_nonce',
        description: 'Fetch a fresh nonce and repeat the request: asked for on purpose in this session.',
        once: true,
      },
    },
    next: triesAgain(
      'requestCredential',
      (next, refused) => proofNonces(next).trim() !== '' && proofNonces(next) !== proofNonces(refused),
      'a credential request without a fresh nonce',
    ),
    otherwise: {
      says: 'The wallet sent another credential request after invalid_nonce, with no fresh nonce in its proof',
      fix: 'Fetch a new nonce from the nonce endpoint after invalid_nonce, and make a new proof with it.',
    },
  },
  {
    id: 'credential_error_denied',
    title: 'Every credential request gets credential_request_denied.',
    clause: 'OID4VCI-1FINAL-8.3.1.2',
    ...stops('The wallet stops; one retry is tolerated.'),
    changes: {
      refusal: {
        at: 'requestCredential',
        error: 'credential_request_denied',
        description: 'The credential is denied on purpose in this session.',
      },
    },
    next: goesOnAfter(1, 'requestCredential'),
  },
]
