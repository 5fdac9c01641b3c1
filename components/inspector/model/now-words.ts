import type { IssuanceSessionView } from '@/lib/core/evidence/session-view'
import type { ExchangeKind } from './exchange-kind'
import type { ExpectedExchange } from './expected-exchanges'
import type { SessionPhase } from './session-state'

export interface NowWords {
  /** What the wallet should do, as one sentence. */
  readonly say: string
  /** What goes with it. */
  readonly more: string
}

const next: Record<ExchangeKind, string> = {
  offer: 'Read the code, then fetch the credential offer it names.',
  issuer_metadata: 'Read the code, then fetch the issuer metadata.',
  as_metadata: 'Fetch the metadata of the authorization server.',
  vct_metadata: 'Fetch the type metadata.',
  keys: 'Fetch the keys of the issuer.',
  logo: 'Fetch the logo of the issuer.',
  challenge: 'Fetch a fresh challenge for the attestation.',
  par: 'Push the authorization request.',
  authorize: 'Open the browser for the user to approve.',
  chained: 'Follow the redirects of the browser.',
  token: 'Exchange the code of the offer for an access token.',
  nonce: 'Fetch a fresh nonce for the key proof.',
  credential: 'Send the credential request with a proof of the holder key.',
  notification: 'Tell the issuer that the credential is stored.',
  other: 'Continue the flow.',
}

/** One sentence about what should happen now, so that a stuck flow can be told from a slow one. */
export function nowWords(
  session: Pick<IssuanceSessionView, 'status'>,
  phase: SessionPhase,
  expected: readonly ExpectedExchange[],
): NowWords {
  switch (phase) {
    case 'issued':
      return { say: 'Nothing: the credential is issued.', more: 'The evidence of this run stays.' }
    case 'failed':
      return {
        say: 'Nothing: the session is over.',
        more: 'A value was used twice or too often. Start a new session to try again.',
      }
    case 'expired':
      return {
        say: 'Nothing: the session has expired.',
        more: 'The offer is no longer valid. What was recorded stays; run again for a new offer.',
      }
    case 'unreached':
      return {
        say: 'Nothing: no wallet ever reached this session.',
        more: 'It says nothing about the wallet. Look at what is listed below, then run again for a new offer.',
      }
    case 'refused':
      return {
        say: `Correct the ${session.status === 'token_requested' ? 'token' : 'credential'} request and send it again.`,
        more: 'The first failure above says what was wrong with it.',
      }
    case 'created':
      return {
        say: next[expected[0]?.kind ?? 'other'],
        more: 'Use the scanner of the wallet, or the phone camera if the wallet registered the link. This page turns to the live view by itself.',
      }
    case 'running':
      return {
        say: next[expected[0]?.kind ?? 'other'],
        more: expected[0] ? `${expected[0].method} ${expected[0].path}` : '',
      }
  }
}

const causes: Readonly<Partial<Record<ExchangeKind, readonly string[]>>> = {
  issuer_metadata: [
    'The wallet did not accept the offer. Try the other offer mode.',
    'The wallet shows the offer and waits for its user.',
  ],
  as_metadata: [
    'The wallet did not accept the issuer metadata. Many wallets stop silently when a member is new to them.',
    'The wallet took this metadata from a cache; its token request follows.',
  ],
  token: [
    'The wallet asks its user for consent and waits for an answer.',
    'The wallet knows no issuer of this kind and shows a message on the phone.',
    'The wallet supports the authorization code flow only; choose that one.',
  ],
  nonce: [
    'The wallet did not accept the token answer.',
    'The wallet makes its key and waits for a fingerprint or a PIN.',
  ],
  credential: [
    'The wallet waits for its provider to attest the key.',
    'The wallet makes its key and waits for a fingerprint or a PIN.',
    'The wallet found no proof type in the metadata that it supports.',
  ],
}

const afterRefusal = [
  'The wallet gave up after the refusal. Correct the request and run again.',
  'The wallet shows the refusal to its user and waits.',
]

/** The usual reasons for which a wallet that has come does not take this step, the most frequent first. */
export const usualCauses = (kind: ExchangeKind, phase: SessionPhase): readonly string[] =>
  phase === 'refused'
    ? afterRefusal
    : (causes[kind] ?? ['The wallet shows a message on the phone.', 'The wallet lost its connection.'])
