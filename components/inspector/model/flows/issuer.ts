import { flowWords, offerModeWords } from '@/lib/core/issuer/configurations/issuer-words'
import { purposeOf } from '@/lib/core/issuer/deviations/deviation-facts'
import { issuanceTitle, issuerStands } from '@/lib/core/issuer/evidence/issuer-summary'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import type { SessionStatus } from '@/lib/core/issuer/evidence/project-status'
import { accessTokenTtlSeconds } from '@/lib/core/shared/time/durations'
import { changedAnswer } from '../changed-answer'
import { exchangeTabs } from '../detail-selection'
import type { ExpectedExchange, FlowModel, Milestone, SessionHead, StateWords } from '../flow-model'
import { issuanceEvents } from './issuer-events'

export type IssuanceKind =
  | 'offer'
  | 'issuer_metadata'
  | 'as_metadata'
  | 'keys'
  | 'status_list'
  | 'logo'
  | 'challenge'
  | 'par'
  | 'authorize'
  | 'chained'
  | 'type_metadata'
  | 'token'
  | 'nonce'
  | 'credential'
  | 'deferred'
  | 'notification'

/** Purpose by contract operation. */
const issuanceOperations: Readonly<Record<string, IssuanceKind>> = {
  getSessionOffer: 'offer',
  getCredentialOffer: 'offer',
  getIssuerMetadata: 'issuer_metadata',
  getAuthorizationServerMetadata: 'as_metadata',
  getChainedServerMetadata: 'as_metadata',
  getJwtVcIssuerMetadata: 'keys',
  getAuthorizationServerKeys: 'keys',
  getCredentialKeys: 'keys',
  getTrustAnchor: 'keys',
  getStatusList: 'status_list',
  getWalletUnitList: 'status_list',
  getTypeMetadata: 'type_metadata',
  getLogoPng: 'logo',
  getLogoSvg: 'logo',
  requestAttestationChallenge: 'challenge',
  pushAuthorizationRequest: 'par',
  authorize: 'authorize',
  returnFromChained: 'authorize',
  // Sent by the authorization server behind the issuer, not by the wallet.
  authorizeChained: 'chained',
  requestChainedToken: 'chained',
  requestToken: 'token',
  requestNonce: 'nonce',
  requestCredential: 'credential',
  requestDeferredCredential: 'deferred',
  sendNotification: 'notification',
}

/** One phrase for the effect of a successful request. */
const issuanceDoes: Readonly<Record<IssuanceKind, string>> = {
  offer: 'Credential offer',
  issuer_metadata: 'Issuer metadata',
  as_metadata: 'Authorization server metadata',
  keys: 'Keys of the issuer',
  status_list: 'Status list',
  type_metadata: 'Type metadata',
  logo: 'Logo of the issuer',
  challenge: 'Fresh attestation challenge',
  par: 'Pushed authorization request',
  authorize: 'Opened by the browser',
  chained: 'Internal sign-in step',
  token: 'Code exchanged for an access token',
  nonce: 'Fresh c_nonce',
  credential: 'Credential',
  deferred: 'Deferred credential',
  notification: 'Notification',
}

interface Stage {
  readonly expected: ExpectedExchange<IssuanceKind>
  /** Label in the progress rail; `null` if the step is left out. */
  readonly step: Pick<Milestone, 'done' | 'refused' | 'open'> | null
}

const offer: Stage = {
  expected: {
    kind: 'offer',
    method: 'GET',
    path: '…/offers/…',
    does: 'Fetches the credential offer',
    say: 'Read the code, then fetch the credential offer it names.',
  },
  step: { done: 'Offer fetched', refused: 'Offer refused', open: 'Fetch the offer' },
}

const metadata: readonly Stage[] = [
  {
    expected: {
      kind: 'issuer_metadata',
      method: 'GET',
      path: '/.well-known/openid-credential-issuer/…',
      does: 'Reads the issuer metadata',
      say: 'Read the code, then fetch the issuer metadata.',
      causes: [
        'The wallet did not accept the offer. Try the other offer mode.',
        'The wallet shows the offer and is waiting for its user.',
      ],
    },
    step: { done: 'Metadata read', refused: 'Metadata not found', open: 'Read the metadata' },
  },
  {
    expected: {
      kind: 'as_metadata',
      method: 'GET',
      path: '/.well-known/oauth-authorization-server/…',
      does: 'Reads the server metadata',
      say: 'Fetch the metadata of the authorization server.',
      causes: [
        'The wallet did not accept the issuer metadata. Many wallets stop silently at an unknown member.',
        'The wallet took this metadata from a cache; its token request follows.',
      ],
    },
    step: null,
  },
]

const authorization: readonly Stage[] = [
  {
    expected: {
      kind: 'par',
      method: 'POST',
      path: '…/par',
      does: 'Pushes the authorization request',
      say: 'Push the authorization request.',
    },
    step: { done: 'Request pushed', refused: 'Pushed request refused', open: 'Push the request' },
  },
  {
    expected: {
      kind: 'authorize',
      method: 'GET',
      path: '…/authorize',
      does: 'Opens the browser',
      say: 'Open the browser for the user to approve.',
    },
    step: { done: 'User signed in', refused: 'Sign-in refused', open: 'Sign the user in' },
  },
]

const rest: readonly Stage[] = [
  {
    expected: {
      kind: 'token',
      method: 'POST',
      path: '…/token',
      does: 'Exchanges the code for an access token',
      say: 'Exchange the code of the offer for an access token.',
      causes: [
        'The wallet is waiting for its user to consent.',
        'The wallet does not support this kind of issuer and shows a message on the phone.',
        'The wallet supports only the authorization code flow; choose that flow.',
      ],
    },
    step: { done: 'Token issued', refused: 'Token refused', open: 'Get the token' },
  },
  {
    expected: {
      kind: 'nonce',
      method: 'POST',
      path: '…/nonce',
      does: 'Fetches a fresh c_nonce',
      say: 'Fetch a fresh nonce for the key proof.',
      causes: [
        'The wallet did not accept the token response.',
        'The wallet is creating its key and waiting for a fingerprint or PIN.',
      ],
    },
    step: { done: 'Nonce fetched', refused: 'Nonce refused', open: 'Fetch a nonce' },
  },
  {
    expected: {
      kind: 'credential',
      method: 'POST',
      path: '…/credential',
      does: 'Proves its key and receives the credential',
      say: 'Send the credential request with a proof of the holder key.',
      causes: [
        'The wallet is waiting for its provider to attest the key.',
        'The wallet is creating its key and waiting for a fingerprint or PIN.',
        'The wallet does not support any proof type in the metadata.',
      ],
    },
    step: { done: 'Credential issued', refused: 'Credential refused', open: 'Get the credential' },
  },
]

type FlowFacts = Pick<IssuanceSessionView, 'flow' | 'credential_offer_mode'>

/** Texts for notification events (OID4VCI-1FINAL-11). */
const notified: Readonly<Record<string, string>> = {
  credential_accepted: 'Stored, with notification',
  credential_failure: 'Not stored, with notification',
  credential_deleted: 'Deleted, with notification',
}

/** The last step. A clean flow does not wait for it, because a wallet need not notify. */
const notification = ({ observed }: Partial<Pick<IssuanceSessionView, 'observed'>>): Milestone<IssuanceKind> => ({
  key: 'notification',
  done: notified[String(observed?.notification?.event)] ?? 'Stored, with notification',
  refused: 'Notification refused',
  open: 'Stored, with notification',
  takenBy: { what: 'success', of: 'notification' },
})

/** A clean flow from the offer to the credential. */
const stages = ({ flow, credential_offer_mode }: FlowFacts): readonly Stage[] => [
  ...(credential_offer_mode === 'credential_offer_uri' ? [offer] : []),
  ...metadata,
  ...(flow === 'authorization_code' ? authorization : []),
  ...rest,
]

/** Requests of a clean issuance, in order. */
const issuanceExpected = (session: FlowFacts): ExpectedExchange<IssuanceKind>[] =>
  stages(session).map(({ expected }) => expected)

/** Steps of a clean issuance, in order. */
const issuanceMilestones = (
  session: FlowFacts & Partial<Pick<IssuanceSessionView, 'observed'>>,
): Milestone<IssuanceKind>[] => [
  ...stages(session).flatMap(({ expected: { kind }, step }): Milestone<IssuanceKind>[] =>
    step === null ? [] : [{ ...step, key: kind, takenBy: { what: 'success', of: kind } }],
  ),
  notification(session),
]

/** Issuance states, with the texts that only its page shows. */
const issuanceStates: Readonly<Record<SessionStatus, StateWords>> = {
  ...issuerStands,
  answer_refused: {
    ...issuerStands.answer_refused,
    over: {
      say: 'The wallet refused a response that was altered on purpose.',
      more: 'The evidence of this run is kept.',
    },
  },
}

/** Shown once nothing more can happen in an issuance. */
const issuanceOver: FlowModel<SessionHead>['over'] = {
  done: { say: 'The credential has been issued.', more: 'The evidence of this run is kept.' },
  failed: {
    say: 'The session is over.',
    more: 'A one-time value was reused, or a limit was reached. Start a new session to try again.',
  },
  expired: {
    say: 'The session has expired.',
    more: 'The offer is no longer valid. The record is kept; run again for a new offer.',
  },
  unreached: {
    say: 'No wallet ever reached this session.',
    more: 'This says nothing about the wallet itself. Check the points below, then run again for a new offer.',
  },
}

/** Flow model of issuance. OID4VCI-1FINAL-3 */
export const issuerFlow: FlowModel<IssuanceSessionView, IssuanceKind> = {
  heading: 'Issuance session',
  server: 'Issuer',
  title: issuanceTitle,
  terms: ({ flow, credential_offer_mode }) => `${flowWords[flow]}, offer ${offerModeWords[credential_offer_mode]}`,
  purpose: purposeOf,
  changed: changedAnswer,
  program: ({ observed }) => observed.user_agents[0] ?? null,
  codeLabel: 'QR code of the credential offer',
  codeUsed: 'offer opened',
  operations: issuanceOperations,
  does: issuanceDoes,
  opening: 'offer',
  expected: issuanceExpected,
  milestones: issuanceMilestones,
  plannedErrors: { use_dpop_nonce: 'DPoP nonce sent, as planned' },
  states: issuanceStates,
  lastStatus: ({ events }) => {
    const last = events.findLast(({ type }) => type === 'session_expired')?.detail.last_state
    return typeof last === 'string' ? last : null
  },
  over: issuanceOver,
  nothingRecorded: 'No wallet used the offer before it expired. Run again and scan the new code.',
  // A session with an access token continues after its offer expired, for as long as the token is valid.
  lingerSeconds: accessTokenTtlSeconds,
  events: issuanceEvents,
  tabs: exchangeTabs,
}
