import { area, of } from '../../engine/checks/area'
import { decidedBy, notApplicable, notObserved, pass, violated } from '../../engine/checks/check'
import type { UnmatchedReading } from '../../engine/endpoints/unmatched-reading'
import { isOver, type SessionEvidence } from '../../engine/sessions/session-evidence'
import type { StoredEvent } from '../../shared/ports/store-types'
import { addSeconds, type EpochMillis } from '../../shared/time/time'
import { bare, quote, quoteStart, say, word } from '../../shared/values/wording'
import { responseLost } from '../judgements/proofs'
import { beyondBound, boundReasons, isForm, othersIn } from '../judgements/requests'
import { accessTokenReasons, judgeAccessToken } from '../judgements/tokens'
import type { DeferredReading, TransactionReading } from '../read/deferred/deferred-request'
import { endsTransaction } from '../read/deferred/transaction'

const seen = {
  unknown: 'one that was never issued',
  other_issuer: 'one of another issuer',
  other_grant: 'one of another grant than the access token',
  used: 'one whose credentials were issued',
} as const satisfies Readonly<Record<Exclude<TransactionReading['state'], 'absent' | 'alive'>, string>>

const deferredMembers: ReadonlySet<string> = new Set(['transaction_id', 'credential_response_encryption'])

/** Tolerance for the wallet's clock and network delay. */
const toleranceSeconds = 1

const endOf = ({ at, detail }: StoredEvent): EpochMillis | null =>
  typeof detail.expires_in === 'number' ? addSeconds(at, detail.expires_in) : null

/** When a wallet that was told to wait should poll again. */
const readyAt = ({ at, detail }: StoredEvent): EpochMillis =>
  addSeconds(at, typeof detail.interval === 'number' ? detail.interval : 0)

/** Judged with the scheme, before the DPoP proof. */
export const deferredTokenChecks = Object.values(
  area(
    'vci.deferred',
    { subject: of<DeferredReading>() },
    {
      token_valid: {
        title:
          'Deferred credential request carries a current access token of this issuer, in the Authorization header only',
        reasons: accessTokenReasons('deferred credential request'),
        clauses: ['OID4VCI-1FINAL-9', 'RFC9449-7', 'RFC6750-2.1'],
        level: 'must',
        impossibleIn: ['nothing_deferred'],
        rejects: 'invalid_token',
        refusal:
          'Send a current access token of this issuance, once, in the Authorization header with the DPoP scheme.',
        why: 'Only a wallet that may get the credential may come back for it.',
        run: ({ accessToken }) => judgeAccessToken(accessToken),
      },
    },
  ),
)

/** Judged after decryption: the form of the request. */
export const deferredBodyChecks = Object.values(
  area(
    'vci.deferred',
    { subject: of<DeferredReading>() },
    {
      wellformed: {
        title: 'Deferred credential request is a JSON object that names its transaction once',
        reasons: {
          missing: {
            says: 'The deferred credential request has no transaction_id',
            fix: 'Add the transaction_id of the credential response, unchanged.',
          },
          not_text: {
            says: 'The transaction_id is {seen}',
            fix: 'Send transaction_id as a string, unchanged from the credential response.',
          },
          other_name: {
            says: 'The member {seen} stands in place of transaction_id',
            fix: 'Send the value as transaction_id, in this spelling.',
          },
          old_name: {
            says: 'The member {seen} of drafts before OpenID4VCI 1.0 stands in place of transaction_id',
            fix: 'Send the transaction_id of the credential response under this name.',
            draft: 'OpenID4VCI before 1.0',
          },
          media_type: {
            says: 'The Content-Type of the deferred credential request is {seen}',
            fix: 'Send one JSON object with Content-Type application/json, or a JWE with application/jwt.',
          },
          not_object: {
            says: 'The deferred credential request is no JSON object',
            fix: 'Send one JSON object with the member transaction_id.',
          },
          ...boundReasons('The deferred credential request'),
          repeated: {
            says: 'The deferred credential request names a member twice: {seen}',
            fix: 'Write transaction_id and every other member once.',
          },
        },
        clauses: ['OID4VCI-1FINAL-9.1', 'OID4VCI-1FINAL-8.3.1.2'],
        level: 'must',
        impossibleIn: ['nothing_deferred'],
        rejects: 'invalid_credential_request',
        refusal:
          'Send one JSON object as application/json, or encrypted as application/jwt, with transaction_id as a string.',
        why: 'The transaction_id alone tells the issuer which credential the wallet comes back for.',
        run: ({ body: { encrypted, json, mediaType, request }, transactionId }) => {
          if (encrypted !== null && request === null)
            return notApplicable(say`The content of an encrypted request is judged with its decryption.`)
          if (encrypted === null && mediaType !== 'application/json')
            return violated(isForm(json) ? 'form_for_json' : 'media_type', {
              expected: [say`application/json`, say`application/jwt`],
              actual: quoteStart(mediaType, 100) ?? say`no Content-Type`,
            })
          if (request === null)
            return violated(beyondBound(json) ?? 'not_object', {
              expected: say`a JSON object`,
              actual: json.ok ? say`another JSON value` : word(json.reason),
            })
          if (json.ok && json.duplicates.length > 0)
            return violated('repeated', {
              expected: say`each member once`,
              actual: json.duplicates.slice(0, 10).map((path) => quoteStart(path, 80)),
            })
          if (typeof transactionId === 'string') return pass()
          const expected = say`transaction_id as a string`
          if (transactionId !== undefined)
            return violated('not_text', { expected, actual: say`a value of type ${typeof transactionId}` })
          const among = othersIn(Object.entries(request), deferredMembers)
          return violated('missing', {
            expected,
            actual: bare.none,
            asks: [
              {
                missing: 'transaction_id',
                among,
                due: 'transaction_id',
                reason: 'other_name',
                oldName: 'old_name',
              },
            ],
          })
        },
      },
    },
  ),
)

/** Judged last: which transaction is polled, and when. */
export const deferredTransactionChecks = Object.values(
  area(
    'vci.deferred',
    { subject: of<DeferredReading>(), impossibleIn: ['nothing_deferred'] },
    {
      transaction_known: {
        title:
          'Transaction of a deferred credential request is one of this grant, and its credentials were not issued yet',
        reasons: {
          unknown: {
            says: 'This issuer knows no such transaction_id',
            fix: 'Take transaction_id from the credential response, character by character.',
          },
          other_value: {
            says: 'The transaction_id is {seen}',
            fix: 'Send the transaction_id that the credential response has beside interval.',
          },
          other_issuer: {
            says: 'The transaction_id is of another issuer of this service',
            fix: 'Send the transaction_id to deferred_credential_endpoint of the issuer that gave it.',
          },
          other_grant: {
            says: 'The transaction_id belongs to another grant than the access token',
            fix: 'Send the transaction_id with an access token of the grant that it was given for.',
          },
          used: {
            says: 'The credentials of the transaction_id were issued before',
            fix: 'Forget a transaction_id once its credentials are there.',
          },
          response_lost: {
            says: responseLost,
            fix: 'Send a new credential request: the transaction_id is used up.',
          },
        },
        clauses: ['OID4VCI-1FINAL-9.3', 'OID4VCI-1FINAL-9.1'],
        level: 'must',
        rejects: 'invalid_transaction_id',
        refusal: 'Send the transaction_id of the credential response unchanged, until its credentials were issued.',
        needs: ['vci.deferred.token_valid', 'vci.deferred.wellformed'],
        why: 'A transaction_id stands for one credential request, and is worth nothing once its credentials were issued.',
        run: ({ transaction, transactionId }) => {
          if (transaction.state === 'absent') return notApplicable(say`The request names no transaction.`)
          if (transaction.state === 'alive') return pass()
          const mismatch = { expected: say`a transaction of this grant`, actual: word(seen[transaction.state]) }
          if ('endLost' in transaction) return violated('response_lost', { ...mismatch, echo: true })
          if (transaction.state !== 'unknown' || typeof transactionId !== 'string')
            return violated(transaction.state, mismatch)
          const asks = [{ value: transactionId, due: 'transaction_id', reason: 'other_value' }] as const
          return violated('unknown', { ...mismatch, asks })
        },
      },
      interval: {
        title: 'Wallet waits as long as it was told before it comes back for a deferred credential',
        problem: 'The wallet came back for a deferred credential earlier than it was told',
        clauses: ['OID4VCI-1FINAL-8.3'],
        level: 'should',
        needs: ['vci.deferred.transaction_known'],
        why: 'The issuer knows how long it takes, and every early request is one too many.',
        hint: 'Wait the seconds of interval after each response with a transaction_id before the next deferred credential request.',
        run: ({ transaction, now }) => {
          if (!('history' in transaction)) return notApplicable(say`The transaction is not known.`)
          const { state, waits } = transaction.history
          if (waits.seconds === null) return notApplicable(say`The wallet was told no interval.`)
          if (state === 'denied' || state === 'lost' || transaction.state === 'used')
            return notApplicable(say`The wallet was not told to wait.`)
          const seconds = Math.round((now - waits.since) / 100) / 10
          return seconds >= waits.seconds - toleranceSeconds
            ? pass({ seconds })
            : violated({ expected: { seconds_at_least: waits.seconds }, actual: { seconds } })
        },
      },
    },
  ),
)

export const deferredSession = area(
  'vci.deferred',
  { subject: of<SessionEvidence>(), impossibleIn: ['nothing_deferred'] },
  {
    stops: {
      title: 'Wallet stops coming back once its deferred credential was issued or denied',
      problem: 'The wallet came back for a deferred credential that was issued or denied',
      clauses: ['OID4VCI-1FINAL-9.3', 'OID4VCI-1FINAL-9.1'],
      level: 'should',
      why: 'A denial is final, and an issued credential is issued once.',
      hint: 'Send no further deferred credential request after the credentials came, or after credential_request_denied.',
      run: ({ events }) => {
        const first = events.find(endsTransaction)
        if (first === undefined) return notObserved(say`No deferred credential was issued or denied.`)
        for (const [index, event] of events.entries()) {
          if (!endsTransaction(event)) continue
          const again = events
            .slice(index + 1)
            .find(
              ({ type, detail }) =>
                type === 'deferred_polled' &&
                detail.transaction === event.detail.transaction &&
                detail.after_lost_response !== true,
            )
          if (again?.exchangeId)
            return decidedBy(
              { id: again.exchangeId },
              violated({ expected: bare.noFurtherRequest, actual: say`another deferred credential request` }),
            )
        }
        return first.exchangeId === null ? pass() : decidedBy({ id: first.exchangeId }, pass())
      },
    },
    comes_back: {
      title: 'Wallet comes back for a deferred credential and gets it',
      problem: 'The wallet did not come back for a deferred credential',
      clauses: ['OID4VCI-1FINAL-9'],
      level: 'info',
      why: 'A wallet that does not come back leaves the user without a credential that is ready.',
      hint: 'Keep the transaction_id, and send deferred credential requests until the credential was issued or denied.',
      run: ({ events }) => {
        if (!events.some(({ type }) => type === 'credential_deferred'))
          return notObserved(say`No credential was deferred.`)
        const got = events.find(({ type, detail }) => type === 'deferred_polled' && detail.result === 'issued')
        if (got === undefined) return notObserved(say`The wallet has not fetched the deferred credential.`)
        return got.exchangeId === null ? pass() : decidedBy({ id: got.exchangeId }, pass())
      },
    },
    refreshes: {
      title:
        'Wallet with a refresh token refreshes when its access token is over before its deferred credential is ready',
      problem:
        'The wallet gave up a deferred credential when its access token was over, although it had a refresh token',
      clauses: ['OID4VCI-1FINAL-9', 'OID4VCI-1FINAL-14.5'],
      level: 'should',
      impossibleIn: ['no_refresh', 'nothing_deferred'],
      why: 'A credential may take longer than an access token lasts, and the user should not have to start again.',
      hint: 'Keep the refresh token with the transaction_id, and refresh before a deferred credential request whose access token is over.',
      run: (evidence) => {
        const { events } = evidence
        const waiting = new Map<unknown, StoredEvent>()
        let tokenEnd: EpochMillis | null = null
        let refreshEnd: EpochMillis | null = null
        for (const event of events) {
          const { type, detail } = event
          if (type === 'token_refreshed' && waiting.size > 0 && event.exchangeId !== null)
            return decidedBy({ id: event.exchangeId }, pass())
          if (type === 'token_issued') tokenEnd = endOf(event)
          if (type === 'refresh_token_issued') refreshEnd = endOf(event)
          if (type === 'credential_deferred' || detail.result === 'pending') waiting.set(detail.transaction, event)
          else if (type === 'deferred_polled' && detail.result !== 'refused') waiting.delete(detail.transaction)
        }
        const late = [...waiting.values()].find((told) => tokenEnd !== null && readyAt(told) >= tokenEnd)
        if (late === undefined) return notObserved(say`No deferred credential took longer than the access token.`)
        if (refreshEnd === null || readyAt(late) >= refreshEnd)
          return notObserved(say`The wallet had no refresh token that lasted so long.`)
        if (!isOver(evidence)) return notObserved(say`The session is still open.`)
        const given = violated({ expected: say`a refreshed access token`, actual: say`no further token request` })
        return late.exchangeId === null ? given : decidedBy({ id: late.exchangeId }, given)
      },
    },
  },
)

export const deferredAddress = area(
  'vci.deferred',
  { subject: of<UnmatchedReading>() },
  {
    method_post: {
      title: 'Deferred credential request uses POST',
      problem: 'The deferred credential request was not sent with POST',
      clauses: ['OID4VCI-1FINAL-9.1'],
      level: 'must',
      impossibleIn: ['nothing_deferred'],
      why: 'The request carries its transaction_id in its body and may cause a credential to be issued.',
      hint: 'Use POST for this request.',
      run: ({ operation, method, answered }) => {
        if (operation !== 'requestDeferredCredential') return notApplicable(say`The request is for another endpoint.`)
        return answered ? pass(say`POST`) : violated({ expected: say`POST`, actual: quote(method) })
      },
    },
  },
)

export const deferredEncryption = area(
  'vci.deferred',
  { subject: of<DeferredReading>() },
  {
    request_encrypted: {
      title: 'Deferred credential request that asks for an encrypted response is itself encrypted',
      problem: 'The deferred credential request asks for an encrypted response but is not encrypted',
      clauses: ['OID4VCI-1FINAL-9.1'],
      level: 'must',
      impossibleIn: ['nothing_deferred'],
      rejects: 'invalid_encryption_parameters',
      refusal:
        'Encrypt the whole request as the metadata describes: only then may it have credential_response_encryption.',
      why: 'Encryption parameters sent in the clear can be swapped by an attacker.',
      hint: 'Send credential_response_encryption only inside an encrypted deferred credential request.',
      run: ({ body: { encrypted }, requiredEncryption, responseEncryption }) => {
        if (responseEncryption === null) return notApplicable(say`The request asks for no encrypted response.`)
        if (!requiredEncryption.offered) return notApplicable(say`The metadata offers no encryption.`)
        return encrypted === null
          ? violated({ expected: say`an encrypted request`, actual: bare.aPlainRequest })
          : pass()
      },
    },
  },
)
