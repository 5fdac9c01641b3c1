import { area, of } from '../../engine/checks/area'
import { broken, type Check, decidedBy, notApplicable, notObserved, pass, violated } from '../../engine/checks/check'
import type { UnmatchedReading } from '../../engine/endpoints/unmatched-reading'
import { formBodyReasons, judgeFormBody } from '../../engine/judgements/form-body'
import { shown, shownNames } from '../../engine/judgements/shown'
import { exchangesOf, type IssuanceEvidence } from '../../engine/sessions/session-evidence'
import { formDecode } from '../../shared/http/read-form'
import type { StoredExchange } from '../../shared/ports/store-types'
import { txCodeAttemptsMax } from '../../shared/time/durations'
import { bare, quote, quoteStart, say, word } from '../../shared/values/wording'
import { deviationOf } from '../deviations'
import { judgeDeviation } from '../judgements/judge-deviation'
import { responseLost } from '../judgements/proofs'
import {
  judgeIgnoredDetails,
  judgeRepeatedParameters,
  onAuthorization,
  othersIn,
  repeatedParameterReasons,
} from '../judgements/requests'
import {
  encodedReason,
  misnamedParameter,
  misnamedReason,
  misplacedParameter,
  tokenParameters,
  wrappedReason,
} from '../judgements/token-parameters'
import { codeWords, differenceWords } from '../judgements/transaction-codes'
import { preAuthorizedGrant } from '../read/credential-offer'
import type { TokenReading } from '../read/token/token-reading'
import { pkceAbsence } from './pkce'

const onceChecks = ['vci.token.preauth_code_once', 'vci.token.code_once'] as const

const repeats = ({ findings }: StoredExchange) =>
  findings.some(({ id, status }) => onceChecks.some((once) => once === id) && status === 'fail')

const foreign = {
  pre_authorized_code: ['code', 'redirect_uri'],
  authorization_code: ['pre-authorized_code', 'tx_code'],
  refresh_token: ['code', 'redirect_uri', 'pre-authorized_code', 'tx_code', 'code_verifier'],
} as const

export const tokenSession = area(
  'vci.token',
  { subject: of<IssuanceEvidence>() },
  {
    not_repeated: {
      title: 'Wallet asks for one token per code',
      problem: 'The wallet asked for a second token with one code',
      clauses: ['RFC6749-4.1.2', 'OID4VCI-1FINAL-13.6.1'],
      level: 'must',
      why: 'A second request with a redeemed code looks like theft, so the server revokes what the first one got.',
      hint: 'Keep the access token of the first response; do not repeat the token request once it succeeded.',
      run: (evidence) => {
        const requests = exchangesOf(evidence, 'requestToken')
        const accepted = requests.find(({ response }) => response.status === 200)
        if (accepted === undefined) return notObserved(say`No token was issued yet.`)
        const repeated = requests.find(repeats)
        if (repeated === undefined) return decidedBy(accepted, pass())
        // One cause is blamed once.
        const blamed = onceChecks.find((id) => repeated.findings.some((finding) => finding.id === id)) ?? onceChecks[0]
        return decidedBy(repeated, notObserved(say`The code was sent again; see ${word(blamed)}.`))
      },
    },
    iss_checked: {
      title: 'Wallet compares the iss of the authorization response before it redeems the code',
      problem: 'The wallet redeemed the code although the iss of the authorization response was wrong',
      clauses: ['RFC9207-2.4', 'FAPI2-SP-FINAL-5.3.3.2'],
      level: 'info',
      impossibleIn: ['iss_as_ever'],
      why: 'Without it, a malicious server can make a wallet send it the code of another server.',
      hint: 'Compare iss with the issuer of the authorization server that was asked, character by character.',
      run: (evidence) => {
        const deviation = deviationOf(evidence.session)
        if (deviation?.id !== 'authz_iss_mismatch')
          return notObserved(say`The iss of the authorization response is correct.`)
        return judgeDeviation(deviation, evidence, broken)
      },
    },
  },
)

export const tokenAddress = area(
  'vci.token',
  { subject: of<UnmatchedReading>() },
  {
    method_post: {
      title: 'Token request uses POST',
      problem: 'The token request was not sent with POST',
      clauses: ['RFC6749-3.2'],
      level: 'must',
      why: 'A code in the URL of a GET request would be written to logs.',
      hint: 'Use POST for this request.',
      run: ({ operation, method, answered }) => {
        if (operation !== 'requestToken') return notApplicable(say`The request is for another endpoint.`)
        return answered ? pass(say`POST`) : violated({ expected: say`POST`, actual: quote(method) })
      },
    },
  },
)

function reasonOfGrant(sent: string): 'short_name' | 'percent_twice' | 'not_offered' {
  if (/^pre[-_]?authorized[-_]?code$/i.test(sent)) return 'short_name'
  return formDecode(sent) === preAuthorizedGrant ? 'percent_twice' : 'not_offered'
}

/** Judged before client authentication and DPoP: form and grant. */
export const tokenFormChecks = Object.values(
  area(
    'vci.token',
    { subject: of<TokenReading>() },
    {
      content_type: {
        title: 'Token request is form-encoded',
        reasons: {
          broken: {
            says: 'The token request is not form-encoded',
            fix: 'Set Content-Type to application/x-www-form-urlencoded and encode the parameters as a form.',
          },
          ...formBodyReasons('token request'),
        },
        clauses: ['RFC6749-4.1.3', 'OID4VCI-1FINAL-6.1'],
        level: 'must',
        rejects: 'invalid_request',
        refusal: 'Send the token request as application/x-www-form-urlencoded in UTF-8.',
        why: 'An authorization server only reads token parameters from a form.',
        run: ({ form }) => {
          if (!form.urlencoded)
            return violated({
              expected: say`application/x-www-form-urlencoded`,
              actual: quote(form.mediaType) ?? say`no Content-Type`,
            })
          if (!form.utf8) return violated({ expected: say`a form in UTF-8`, actual: say`bytes that are not UTF-8` })
          return judgeFormBody(form.body) ?? pass(quote(form.mediaType))
        },
      },
      no_duplicate_params: {
        title: 'Token request names each parameter once',
        reasons: repeatedParameterReasons('token request'),
        clauses: ['RFC6749-3.2'],
        level: 'must',
        rejects: 'invalid_request',
        refusal: 'Send each token request parameter once.',
        why: 'Parsers disagree about which of two values counts, so one of them could slip past a check.',
        run: ({ form }) => judgeRepeatedParameters(form.body),
      },
      params_in_body: {
        title: 'Token request keeps its parameters out of the URL',
        reasons: {
          beside: {
            says: 'The token request has parameters in the URL',
            fix: 'Move every parameter from the query of the token endpoint URL into the form body.',
          },
          instead: {
            says: 'The parameters of the token request are in the URL, and the form has none of them',
            fix: 'Send grant_type and all other parameters as the form body, and leave the URL without a query.',
            refusal: 'Send the parameters of the token request in the body as a form: they are in the URL.',
            explains: ['vci.token.content_type', 'vci.token.grant_type#absent'],
          },
        },
        clauses: ['RFC6749-3.2', 'RFC6749-4.1.3'],
        level: 'must',
        why: 'A URL ends up in the logs of every hop, so a code in it is given away.',
        run: ({ form }) => {
          if (form.query.pairs.length === 0) return pass()
          const isForm = form.body.sent('grant_type') || !form.query.sent('grant_type')
          const actual = shownNames(form.query.pairs.map(([name]) => name))
          return violated(isForm ? 'beside' : 'instead', { expected: say`no query`, actual })
        },
      },
      refresh_not_attempted: {
        title: 'Wallet does not ask for a refresh that was never offered',
        problem: 'This server issues no refresh tokens',
        clauses: ['RFC6749-6'],
        level: 'info',
        rejects: 'unsupported_grant_type',
        refusal: (problem) => `${problem}; start again from a credential offer.`,
        why: "No refresh token was issued, so the wallet uses someone else's token or a placeholder.",
        hint: 'Only use the refresh_token grant with a refresh token that this server has issued.',
        run: ({ form, grant }) =>
          grant !== 'refresh_token' && form.body.get('grant_type') === 'refresh_token'
            ? violated({ actual: say`refresh_token` })
            : pass(),
      },
      grant_type: {
        title: 'Token request names a grant type that the server offers',
        reasons: {
          not_offered: {
            says: 'This server does not offer the grant type {seen}',
            fix: 'Set grant_type to one that the grants of the credential offer list.',
          },
          short_name: {
            says: 'The grant_type is {seen}, the end of a name alone',
            fix: 'Set grant_type to urn:ietf:params:oauth:grant-type:pre-authorized_code, in full.',
          },
          percent_twice: {
            says: 'The grant_type is percent-encoded twice: {seen}',
            fix: 'Percent-encode the value of grant_type once, as the form is made.',
          },
          other_name: { ...misnamedReason('grant_type'), error: 'invalid_request' },
          absent: {
            says: 'The token request has no grant_type',
            fix: 'Add grant_type with one of the grants of the credential offer.',
            error: 'invalid_request',
          },
        },
        clauses: ['RFC6749-4.1.3', 'OID4VCI-1FINAL-6.1', 'OID4VCI-1FINAL-4.1.1'],
        level: 'must',
        rejects: 'unsupported_grant_type',
        refusal:
          'Set grant_type to authorization_code or urn:ietf:params:oauth:grant-type:pre-authorized_code, as the offer says.',
        needs: ['vci.token.content_type'],
        why: 'The grant type tells the server which code to expect and which rules to apply.',
        run: ({ grant, form }) => {
          if (grant === 'absent')
            return violated('absent', {
              expected: say`grant_type`,
              actual: bare.absent,
              asks: [misnamedParameter(form, 'grant_type')],
            })
          if (grant !== 'other') return pass(word(grant))
          const sent = form.body.get('grant_type') ?? ''
          return violated(reasonOfGrant(sent), {
            expected: [word('authorization_code'), word(preAuthorizedGrant)],
            actual: quoteStart(sent, 80),
          })
        },
      },
    },
  ),
)

/** Judged after DPoP and client consistency: completeness of the request. RFC6749-4.1.3 */
export const tokenRedirectChecks = Object.values(
  area(
    'vci.token',
    { subject: of<TokenReading>() },
    {
      redirect_uri_matches: {
        title: 'Token request repeats the redirect_uri of the pushed request',
        reasons: {
          other: {
            says: 'The redirect_uri is not that of the pushed request',
            fix: 'Repeat the redirect_uri as it was pushed, character by character.',
          },
          missing: {
            says: 'The token request has no redirect_uri',
            fix: 'Add redirect_uri with the value of the pushed request.',
            error: 'invalid_request',
          },
          other_name: { ...misnamedReason('redirect_uri'), error: 'invalid_request' },
        },
        clauses: ['RFC6749-4.1.3'],
        level: 'must',
        rejects: 'invalid_grant',
        concerns: ['code'],
        impossibleIn: ['pre_authorized_code'],
        why: 'It shows that the code was not delivered through another address.',
        run: (reading) => {
          if (reading.grant === 'authorization_code' && reading.form.body.get('redirect_uri') === null)
            return violated('missing', {
              expected: say`redirect_uri`,
              actual: null,
              asks: [misnamedParameter(reading.form, 'redirect_uri')],
            })
          return onAuthorization(({ redirectUri }) =>
            redirectUri === 'same'
              ? pass()
              : violated('other', { expected: say`the redirect_uri of the pushed request`, actual: bare.anotherOne }),
          )(reading)
        },
      },
    },
  ),
)

const tokenGrant = area(
  'vci.token',
  { subject: of<TokenReading>() },
  {
    tx_code_sent: {
      title: 'Wallet sends the transaction code that the offer asks for',
      reasons: {
        missing: {
          says: 'The tx_code is missing',
          fix: 'Ask the user for the code where the grant of the offer has a tx_code object, and send it as tx_code.',
        },
        other_name: {
          says: 'The parameter {seen} stands in place of tx_code',
          fix: 'Send the transaction code as tx_code, in this spelling.',
        },
        old_name: {
          says: 'The parameter {seen} of drafts before OpenID4VCI 1.0 stands in place of tx_code',
          fix: 'Rename the parameter to tx_code, its name in OpenID4VCI 1.0.',
          draft: 'OpenID4VCI before 1.0',
        },
      },
      clauses: ['OID4VCI-1FINAL-4.1.1', 'OID4VCI-1FINAL-6.1', 'OID4VCI-1FINAL-6.3'],
      level: 'must',
      rejects: 'invalid_request',
      refusal: 'The tx_code is missing: the credential offer asks for one.',
      impossibleIn: ['authorization_code', 'no_tx_code'],
      why: 'The code reached the user through another channel, so it shows that the right user has the wallet.',
      run: ({ grant, txCode, form }) => {
        if (grant !== 'pre_authorized_code') return notApplicable(say`The request uses another grant.`)
        if (txCode.offered === null) return notApplicable(say`The offer does not ask for a transaction code.`)
        if (form.body.get('tx_code') !== null) return pass()
        return violated('missing', {
          expected: say`tx_code`,
          actual: null,
          asks: [
            {
              missing: 'tx_code',
              among: othersIn(form.body.pairs, tokenParameters),
              reason: 'other_name',
              oldName: 'old_name',
            },
          ],
        })
      },
    },
    tx_code_not_expected: {
      title: 'Wallet sends no transaction code unless the offer asks for one',
      problem: 'The wallet sent a transaction code although the offer asks for none',
      clauses: ['OID4VCI-1FINAL-6.3'],
      level: 'must',
      rejects: 'invalid_request',
      refusal: 'Leave tx_code out: the credential offer has no tx_code object.',
      impossibleIn: ['authorization_code', 'tx_code'],
      why: 'An unsolicited transaction code means that the user was misled into typing one.',
      hint: 'Ask for and send a transaction code only when the grant object of the offer holds tx_code.',
      run: ({ grant, form, txCode }) => {
        if (grant !== 'pre_authorized_code') return notApplicable(say`The request uses another grant.`)
        if (txCode.offered !== null) return notApplicable(say`The offer asks for a transaction code.`)
        // A parameter with an empty value counts as omitted: RFC 6749 section 3.2.
        return form.body.get('tx_code') !== null
          ? violated({ expected: say`no tx_code`, actual: bare.txCodeSent })
          : pass()
      },
    },
    preauth_code_valid: {
      title: 'Pre-authorized code is from this issuer and still valid',
      reasons: {
        unknown: {
          says: 'This issuer does not know the pre-authorized code',
          fix: 'Take pre-authorized_code unchanged from the credential offer.',
        },
        absent: {
          says: 'The token request has no pre-authorized_code',
          fix: 'Add the pre-authorized_code of the credential offer.',
          error: 'invalid_request',
        },
        other_issuer: {
          says: 'The pre-authorized code is from an offer of another issuer: {seen}',
          fix: 'Send the pre-authorized_code to the token endpoint of the credential_issuer of its offer.',
        },
        used_up: {
          says: 'The pre-authorized code was {seen}',
          fix: 'Start again with a new credential offer: no request can redeem this code.',
        },
        expired: {
          says: 'The pre-authorized code has expired',
          fix: 'Start again with a new credential offer, and redeem its code in time.',
        },
        other_value: {
          says: 'The pre-authorized_code is {seen}',
          fix: 'Send the pre-authorized_code that the grants of the credential offer have.',
        },
        other_name: {
          says: 'The parameter {seen} stands in place of pre-authorized_code',
          fix: 'Send the code of the credential offer as pre-authorized_code, in this spelling.',
          error: 'invalid_request',
        },
        wrapped_value: wrappedReason('pre-authorized_code'),
        encoded_value: encodedReason('pre-authorized_code'),
      },
      clauses: ['OID4VCI-1FINAL-6.3', 'OID4VCI-1FINAL-4.1.1'],
      level: 'must',
      rejects: 'invalid_grant',
      refusal:
        'Send the pre-authorized_code of a current credential offer of this issuer; this one is unknown, has expired, or was used up by wrong transaction codes.',
      impossibleIn: ['authorization_code'],
      why: 'The code represents the consent given before the offer was made, and it is short-lived.',
      run: ({ grant, code, issuerId, form }) => {
        if (grant !== 'pre_authorized_code') return notApplicable(say`The request uses another grant.`)
        switch (code.state) {
          case 'absent':
            return violated('absent', {
              expected: say`pre-authorized_code`,
              actual: bare.absent,
              asks: [misnamedParameter(form, 'pre-authorized_code', 'pre_authorized_code', ['code'])],
            })
          case 'unknown':
            return violated('unknown', {
              expected: say`a code from an offer of this issuer`,
              actual: say`a code that was never issued`,
              asks: [misplacedParameter(form, 'pre-authorized_code', 'pre_authorized_code')],
            })
          case 'other_issuer':
            return violated('other_issuer', { expected: quote(issuerId), actual: quote(code.value.issuerId) })
          case 'dead':
            // vci.token.tx_code_correct blamed each of them.
            return violated('used_up', {
              expected: say`a code that is still valid`,
              actual: say`used up by ${txCodeAttemptsMax} wrong transaction codes`,
              echo: true,
            })
          case 'expired':
            return violated('expired', { expected: say`a code that is still valid`, actual: say`expired` })
          default:
            return pass()
        }
      },
    },
    preauth_code_once: {
      title: 'Pre-authorized code is redeemed once',
      reasons: {
        used_before: {
          says: 'This pre-authorized_code was redeemed before',
          fix: 'Redeem a pre-authorized code exactly once, and keep the access token instead of requesting another.',
        },
        response_lost: { says: responseLost, fix: 'Start again with a new credential offer: this code is used up.' },
        two_wallets: {
          says: 'Two wallets may have scanned at once: this pre-authorized_code was redeemed before',
          fix: 'Let each wallet fetch the offer with a value of run of its own, or scan again two minutes later.',
        },
      },
      clauses: ['OID4VCI-1FINAL-4.1.1', 'RFC6749-4.1.2'],
      level: 'must',
      rejects: 'invalid_grant',
      refusal: (problem) => `${problem}; ask for a new credential offer.`,
      needs: ['vci.token.preauth_code_valid'],
      impossibleIn: ['authorization_code'],
      why: 'A code that works twice also works for a thief; if it is used again, its tokens are revoked.',
      run: ({ grant, code }) => {
        if (grant !== 'pre_authorized_code') return notApplicable(say`The request uses another grant.`)
        if (code.state !== 'used') return pass()
        const mismatch = { expected: say`first use`, actual: bare.usedBefore }
        if (code.tokenLost) return violated('response_lost', { ...mismatch, echo: true })
        return code.ofTwoWallets
          ? violated('two_wallets', { ...mismatch, echo: true })
          : violated('used_before', mismatch)
      },
    },
    tx_code_correct: {
      title: 'Transaction code is correct',
      reasons: {
        wrong: {
          says: 'Wrong tx_code: {sent}, in attempt {attempt} of {attempts_max}',
          fix: 'Send the code that stands under the QR code of this session, without spaces.',
        },
        last_attempt: {
          says: 'Wrong tx_code: {sent}, in the last attempt, which uses up the pre-authorized code',
          fix: 'Start again with a new credential offer, and let the user check the code.',
        },
      },
      clauses: ['OID4VCI-1FINAL-6.3'],
      level: 'must',
      rejects: 'invalid_grant',
      refusal: 'The tx_code is wrong.',
      impossibleIn: ['authorization_code', 'no_tx_code'],
      why: 'A wrong code suggests guessing; after five wrong codes the offer is invalid.',
      run: ({ grant, txCode, code }) => {
        if (grant !== 'pre_authorized_code') return notApplicable(say`The request uses another grant.`)
        if (txCode.offered === null) return notApplicable(say`The offer does not ask for a transaction code.`)
        if (txCode.correct === null || code.state !== 'alive')
          return notApplicable(say`There is no code to compare, or no valid offer.`)
        if (txCode.correct) return pass()
        const attempt = txCode.wrongBefore + 1
        const left = Math.max(0, txCodeAttemptsMax - attempt)
        return violated(left === 0 ? 'last_attempt' : 'wrong', {
          expected: codeWords(txCode.offered),
          actual: {
            sent: differenceWords({ ...txCode, offered: txCode.offered }),
            attempt,
            attempts_max: txCodeAttemptsMax,
            attempts_left: left,
          },
        })
      },
    },
    tx_code_shape: {
      title: 'Transaction code has the shape that the offer describes',
      problem: 'The transaction code does not have the shape that the offer describes',
      clauses: ['OID4VCI-1FINAL-4.1.1'],
      level: 'should',
      impossibleIn: ['authorization_code', 'no_tx_code'],
      why: 'The wallet can catch a typing mistake before the server counts it.',
      hint: 'Check length and input_mode of the tx_code object when the user types.',
      run: ({ grant, txCode }) => {
        if (grant !== 'pre_authorized_code') return notApplicable(say`The request uses another grant.`)
        if (txCode.offered === null) return notApplicable(say`The offer does not ask for a transaction code.`)
        if (txCode.fits === null) return notApplicable(say`No transaction code was sent.`)
        const { input_mode: mode = 'numeric', length = null } = txCode.offered
        return txCode.fits
          ? pass()
          : violated({ expected: { input_mode: word(mode), length }, actual: { length: txCode.length } })
      },
    },
    code_valid: {
      title: 'Authorization code is from this issuer and still valid',
      reasons: {
        unknown: {
          says: 'This issuer does not know the authorization code',
          fix: 'Send the code of the authorization response unchanged.',
        },
        absent: {
          says: 'The token request has no code',
          fix: 'Add the code of the authorization response.',
          error: 'invalid_request',
        },
        other_issuer: {
          says: 'The authorization code is from another issuer of this service',
          fix: 'Send the code to the token endpoint of the issuer whose authorization endpoint issued it.',
        },
        expired: {
          says: 'The authorization code has expired',
          fix: 'Start again with a new pushed authorization request, and redeem its code within a minute.',
        },
        used_up: {
          says: 'The authorization code was used up by a refused token request',
          fix: 'Start again with a new pushed authorization request: no request can redeem this code.',
        },
        other_value: {
          says: 'The code is {seen}',
          fix: 'Send as code the parameter code of the authorization response.',
        },
        other_name: {
          says: 'The parameter {seen} stands in place of code',
          fix: 'Send the code of the authorization response as code, in this spelling.',
          error: 'invalid_request',
        },
        wrapped_value: wrappedReason('code'),
        encoded_value: encodedReason('code'),
      },
      clauses: ['RFC6749-4.1.3'],
      level: 'must',
      rejects: 'invalid_grant',
      refusal:
        'Send the code of a current authorization response of this issuer; this one is unknown, has expired, or was used up by a refused request.',
      impossibleIn: ['pre_authorized_code'],
      why: 'The code represents the authorization that the user just gave, and it is valid for a minute.',
      run: ({ grant, code, form }) => {
        if (grant !== 'authorization_code') return notApplicable(say`The request uses another grant.`)
        if (code.state === 'absent') {
          const asks = [misnamedParameter(form, 'code', 'authorization_code')]
          return violated('absent', { expected: say`code`, actual: bare.absent, asks })
        }
        if (code.state === 'unknown') {
          const asks = [misplacedParameter(form, 'code', 'authorization_code')]
          return violated('unknown', { expected: say`a valid code from this issuer`, actual: word(code.state), asks })
        }
        // The check that refused that request blamed it.
        if (code.state === 'dead')
          return violated('used_up', {
            expected: say`a code that is still valid`,
            actual: say`used up by a refused request`,
            echo: true,
          })
        // vci.token.code_once reports a used code.
        return code.state === 'alive' || code.state === 'used'
          ? pass()
          : violated(code.state, { expected: say`a valid code from this issuer`, actual: word(code.state) })
      },
    },
    code_once: {
      title: 'Authorization code is redeemed once',
      reasons: {
        used_before: {
          says: 'This code was redeemed before',
          fix: 'Redeem a code exactly once, and keep the access token instead of requesting another.',
        },
        response_lost: {
          says: responseLost,
          fix: 'Start again with a new authorization request: this code is used up.',
        },
      },
      clauses: ['RFC6749-4.1.2'],
      level: 'must',
      rejects: 'invalid_grant',
      refusal: (problem) => `${problem}; its tokens are revoked, start again.`,
      needs: ['vci.token.code_valid'],
      impossibleIn: ['pre_authorized_code'],
      why: 'A code that works twice also works for a thief; if it is used again, its tokens are revoked.',
      run: ({ grant, code }) => {
        if (grant !== 'authorization_code') return notApplicable(say`The request uses another grant.`)
        if (code.state !== 'used') return pass()
        const mismatch = { expected: say`first use`, actual: bare.usedBefore }
        return code.tokenLost
          ? violated('response_lost', { ...mismatch, echo: true })
          : violated('used_before', mismatch)
      },
    },
    no_client_id_anonymous: {
      title: 'Anonymous pre-authorized request names no client',
      problem: 'The anonymous pre-authorized request names a client',
      clauses: ['OID4VCI-1FINAL-6.1', 'OID4VCI-1FINAL-12.3'],
      level: 'info',
      impossibleIn: ['authorization_code'],
      why: 'The server allows anonymous access for this grant, so an unauthenticated client_id only makes the wallet traceable.',
      hint: 'Leave client_id out of an unauthenticated pre-authorized token request.',
      run: ({ grant, client, clientId }) => {
        if (grant !== 'pre_authorized_code') return notApplicable(say`The request uses another grant.`)
        if (client.methods.length > 0) return notApplicable(say`The client authenticates.`)
        return clientId === null ? pass() : violated({ expected: say`no client_id`, actual: quoteStart(clientId, 200) })
      },
    },
    no_foreign_params: {
      title: 'Token request has no parameters of another grant',
      problem: 'The token request has parameters of another grant',
      clauses: ['OID4VCI-1FINAL-6.1'],
      level: 'must',
      why: 'Parameters of two grants in one request show that the wallet confuses two flows.',
      hint: 'Send only the parameters that belong to the grant_type of the request.',
      run: ({ grant, form }) => {
        if (grant === 'other' || grant === 'absent')
          return notApplicable(say`The request does not name an offered grant.`)
        const mixed = foreign[grant].filter((name) => form.body.sent(name))
        return mixed.length === 0
          ? pass()
          : violated({ expected: say`only parameters of this grant`, actual: mixed.map(word) })
      },
    },
    authorization_details_not_used: {
      title: 'Token request has no authorization_details that the issuer ignores',
      problem: 'The token request uses authorization_details, which the metadata does not announce',
      clauses: ['OID4VCI-1FINAL-6.1', 'OID4VCI-1FINAL-6.2', 'RFC9396-10'],
      level: 'info',
      why: 'They are ignored as any unrecognised parameter is, so that the response has no authorization_details and no credential_identifiers.',
      hint: 'Leave authorization_details out where the metadata does not list authorization_details_types_supported, and name the credential by credential_configuration_id.',
      run: judgeIgnoredDetails,
    },
  },
)

/** Judged next: other bindings of the code. */
export const tokenCodeChecks = Object.values(
  area(
    'vci.token',
    { subject: of<TokenReading>(), impossibleIn: ['pre_authorized_code'] },
    {
      client_id_matches: {
        title: 'Token request names the client of the pushed request',
        reasons: {
          other_client: {
            says: 'The token request names the client {seen}, and its authorization code was issued to another one',
            fix: 'Send the client_id of the pushed request, or leave it out.',
          },
          other_authenticated_client: {
            says: 'The client that authenticates is not the one that the authorization code was issued to',
            fix: 'Authenticate in the token request as the client of the pushed request, and send its client_id.',
            error: 'invalid_client',
          },
        },
        refusal: 'The code was issued to another client.',
        clauses: ['RFC6749-3.2.1', 'RFC6749-4.1.3'],
        level: 'must',
        rejects: 'invalid_grant',
        concerns: ['code'],
        why: 'A code may only be redeemed by the client that asked for it.',
        run: onAuthorization(({ facts }, { clientId, client }) => {
          if (clientId === null) return notApplicable(say`No client_id was sent.`)
          if (clientId === facts.clientId) return pass()
          return violated(client.methods.length > 0 ? 'other_authenticated_client' : 'other_client', {
            expected: shown(facts.clientId),
            actual: shown(clientId),
          })
        }),
      },
      client_id_sent_public: {
        title: 'Client that does not authenticate names itself',
        problem: 'The wallet neither authenticates as a client nor names itself',
        clauses: ['RFC6749-4.1.3', 'RFC6749-3.2.1'],
        level: 'must',
        why: 'It is the only thing that distinguishes one public client from another.',
        hint: 'Send client_id in the token request of the authorization code grant.',
        run: ({ grant, client, clientId }) => {
          if (grant !== 'authorization_code' || client.methods.length > 0)
            return notApplicable(say`Different grant, or the client authenticates.`)
          return clientId === null ? violated({ expected: say`client_id`, actual: null }) : pass()
        },
      },
    },
  ),
)

/** Judged next: the grant itself. */
export const tokenGrantChecks: readonly Check<TokenReading>[] = [
  ...Object.values(tokenGrant),
  pkceAbsence.verifier_absent_preauth,
]
