import { area, of } from '../../../engine/checks/area'
import { notApplicable, type Outcome, pass, tolerated, violated } from '../../../engine/checks/check'
import { shownName } from '../../../engine/judgements/shown'
import { namesAlone } from '../../../shared/recognise/near-name'
import { formReasons, whatForm } from '../../../shared/recognise/what-form'
import { bare, quote, quoteStart, say, word } from '../../../shared/values/wording'
import { onPost } from '../../judgements/subjects'
import type { RequestFetchReading, WalletNonceReading } from '../../read/request/read-request-fetch'

/** Runs a check on the `wallet_nonce`. */
const onWalletNonce = (
  run: (nonce: WalletNonceReading, reading: RequestFetchReading) => Outcome,
): ((reading: RequestFetchReading) => Outcome) =>
  onPost(({ walletNonce }, reading) =>
    walletNonce === null ? notApplicable(say`The wallet sent no wallet_nonce.`) : run(walletNonce, reading),
  )

const mediaType = 'application/oauth-authz-req+jwt'

/** What wallet_metadata may be in place of a JSON object. */
const metadataForms = ['json_in_json', 'base64_json', 'percent_twice'] as const

const knownParameters: readonly string[] = ['wallet_metadata', 'wallet_nonce']

const unknownIn = (members: readonly string[]): string[] => members.filter((name) => !knownParameters.includes(name))

/** Length of 128 bits in base64url. */
const charactersMin = 22

/** A timestamp in digits or ISO 8601, or a version 1 UUID. */
const timeBased = /^\d+$|^\d{4}-\d{2}-\d{2}T|^[0-9a-f]{8}-[0-9a-f]{4}-1[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const reqpostForm = area(
  'vp.reqpost',
  { subject: of<RequestFetchReading>() },
  {
    content_type: {
      title: 'Fetch by POST is form-encoded',
      problem: 'The fetch by POST is not form-encoded',
      clauses: ['OID4VP-1FINAL-5.10'],
      level: 'must',
      counterpart: 'EnsureIncomingRequestContentTypeIsFormUrlEncoded',
      why: 'Verifiers read the parameters of this request as a form.',
      hint: 'Send Content-Type: application/x-www-form-urlencoded.',
      run: onPost(({ urlencoded, mediaType }, { bodyBytes }) => {
        if (bodyBytes === 0 && mediaType === null) return notApplicable(say`The POST has no body.`)
        return urlencoded
          ? pass(quote(mediaType))
          : violated({
              expected: say`application/x-www-form-urlencoded`,
              actual: quoteStart(mediaType, 200) ?? say`no Content-Type`,
            })
      }),
    },
    accept: {
      title: 'Fetch by POST accepts the media type of a request object',
      problem: 'The fetch by POST does not accept the media type of a request object',
      clauses: ['OID4VP-1FINAL-5.10'],
      level: 'must',
      counterpart: 'EnsureIncomingRequestAcceptHeaderIsApplicationOauthAuthzReqJwt',
      why: 'OpenID4VP fixes the Accept header of this request.',
      hint: 'Send Accept: application/oauth-authz-req+jwt.',
      run: onPost((_post, { accept }) =>
        accept?.split(',').some((part) => part.split(';')[0]?.trim().toLowerCase() === mediaType)
          ? pass(quoteStart(accept, 200))
          : violated({ expected: word(mediaType), actual: quoteStart(accept, 200) ?? say`no Accept header` }),
      ),
    },
    utf8: {
      title: 'Fetch by POST is encoded as UTF-8',
      problem: 'The fetch by POST is not encoded as UTF-8',
      clauses: ['OID4VP-1FINAL-5.10'],
      level: 'must',
      why: 'Text in another encoding arrives garbled.',
      hint: 'Encode the parameters as UTF-8 first, and percent-encode the bytes.',
      run: onPost(({ utf8 }, { bodyBytes }) => {
        if (bodyBytes === 0) return notApplicable(say`The POST has no body.`)
        return utf8 ? pass() : violated({ expected: say`UTF-8`, actual: say`bytes that are not UTF-8` })
      }),
    },
    query_empty: {
      title: 'Fetch by POST leaves the address unchanged',
      problem: 'The fetch by POST adds a query to the address',
      clauses: ['OID4VP-1FINAL-5.10'],
      level: 'should',
      counterpart: 'EnsureIncomingUrlQueryIsEmpty',
      why: 'Parameters belong in the body, and an added query makes it a different address.',
      hint: 'Post to the address in request_uri exactly as given.',
      run: onPost((_post, { query }) =>
        query === null
          ? pass()
          : violated({ expected: say`no query`, actual: say`a query of ${query.length} characters` }),
      ),
    },
    params_unique: {
      title: 'Fetch by POST names each parameter once',
      problem: 'The fetch by POST repeats a parameter',
      clauses: ['RFC6749-3.1'],
      level: 'must',
      why: 'Verifiers disagree on which of two values counts.',
      hint: 'Send each parameter once.',
      run: onPost(({ members, duplicates }) => {
        if (members.length === 0) return notApplicable(say`The POST has no parameters.`)
        return duplicates.length === 0
          ? pass()
          : violated({ expected: say`each name once`, actual: duplicates.map(shownName) })
      }),
    },
    params_known: {
      title: 'Fetch by POST has only the parameters that OpenID4VP defines',
      problem: 'The fetch by POST has parameters that OpenID4VP does not define',
      clauses: ['OID4VP-1FINAL-5.10'],
      level: 'info',
      counterpart: 'CheckForUnexpectedParametersInRequestUriPost',
      why: 'Other parameters are allowed, but no verifier needs them.',
      hint: 'Send wallet_metadata and wallet_nonce only, unless an extension asks for more.',
      run: onPost(({ members }) => {
        if (members.length === 0) return notApplicable(say`The POST has no parameters.`)
        const others = unknownIn(members)
        return others.length === 0
          ? pass(members.map(quote))
          : tolerated({
              expected: [say`wallet_metadata`, say`wallet_nonce`],
              actual: others.slice(0, 20).map(shownName),
            })
      }),
    },
    wallet_nonce: {
      title: 'Wallet sends a wallet_nonce',
      reasons: {
        broken: {
          says: 'The wallet sent no wallet_nonce',
          fix: 'Send a fresh wallet_nonce and compare it with the one in the request object.',
        },
        other_name: {
          says: 'The wallet sent {seen} in place of wallet_nonce',
          fix: 'Send the value as wallet_nonce, in this spelling.',
        },
      },
      clauses: ['OID4VP-1FINAL-5.10'],
      level: 'info',
      why: 'Without it, someone can replay a recorded request object to the wallet.',
      run: onPost(({ walletNonce, members }) =>
        walletNonce === null
          ? tolerated({
              expected: say`wallet_nonce`,
              actual: null,
              asks: [{ reason: 'other_name', missing: 'wallet_nonce', among: namesAlone(unknownIn(members)) }],
            })
          : pass(),
      ),
    },
    wallet_nonce_entropy: {
      title: 'The wallet_nonce is hard to guess',
      problem: 'The wallet_nonce is easy to guess',
      clauses: ['OID4VP-1FINAL-5.10'],
      level: 'info',
      why: 'A guessable nonce does not protect against the replay of an old request.',
      hint: 'Generate at least 16 random bytes and encode them in base64url.',
      run: onWalletNonce(({ value, usable }) => {
        if (!usable)
          return violated({
            expected: say`at most 512 visible ASCII characters`,
            actual: say`${value.length} characters`,
          })
        if (!/^[A-Za-z0-9._~-]*$/.test(value))
          return violated({ expected: say`URL-safe characters`, actual: say`other characters` })
        if (value.length < charactersMin)
          return violated({
            expected: say`at least ${charactersMin} characters`,
            actual: say`${value.length} characters`,
          })
        if (new Set(value).size < 8)
          return violated({ expected: say`random characters`, actual: say`a few characters repeated` })
        if (timeBased.test(value))
          return violated({
            expected: say`random characters`,
            actual: say`only digits, a point in time, or a time-based UUID`,
          })
        return pass(say`${value.length} characters`)
      }),
    },
    wallet_nonce_fresh: {
      title: 'The wallet_nonce is new for each fetch',
      problem: 'The wallet_nonce was used before',
      clauses: ['OID4VP-1FINAL-5.10'],
      level: 'info',
      why: 'With a repeated nonce, an old request object passes as a new one.',
      hint: 'Generate a fresh wallet_nonce for every fetch.',
      run: onWalletNonce(({ seenBefore }) =>
        seenBefore ? violated({ expected: say`a fresh value`, actual: bare.aValueThatCameBefore }) : pass(),
      ),
    },
    wallet_metadata_json: {
      title: 'Wallet metadata is a JSON object',
      reasons: {
        broken: {
          says: 'The wallet metadata is not a JSON object',
          fix: 'Serialise the metadata as one JSON object and send that text as wallet_metadata.',
        },
        ...formReasons('wallet_metadata', metadataForms),
      },
      clauses: ['OID4VP-1FINAL-5.10'],
      level: 'must',
      counterpart: 'ExtractWalletMetadataAndNonceFromRequestUriPost',
      why: 'The verifier can only adapt its request to metadata that it can read.',
      run: onPost(({ walletMetadata }) => {
        if (walletMetadata === null) return notApplicable(say`The wallet sent no wallet_metadata.`)
        return walletMetadata.error === null
          ? pass(say`${walletMetadata.bytes} bytes`)
          : violated(whatForm(walletMetadata.text, metadataForms) ?? 'broken', {
              expected: say`a JSON object`,
              actual: walletMetadata.error,
            })
      }),
    },
  },
)
