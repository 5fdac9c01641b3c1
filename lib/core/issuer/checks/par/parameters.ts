import { area, of } from '../../../engine/checks/area'
import { type Ask, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown, shownNames } from '../../../engine/judgements/shown'
import { clientIdLengthMax, stateLengthMax } from '../../../shared/http/limits'
import { type FormReading, formDecode } from '../../../shared/http/read-form'
import { schemeOf } from '../../../shared/http/schemes-of-programs'
import { bare, quote, say, type Wording, word } from '../../../shared/values/wording'
import { deviationOf } from '../../deviations'
import { authorizationDetailsErrors } from '../../judgements/authorization-details-errors'
import { judgeIgnoredDetails, othersIn } from '../../judgements/requests'
import { misnamedReason } from '../../judgements/token-parameters'
import type { PushedRequestReading } from '../../read/oauth/pushed-request'
import { type RedirectUriFacts, readRedirectUri, redirectUriCharactersMax } from '../../read/oauth/redirect-uri'

const problems: Readonly<Record<NonNullable<RedirectUriFacts['problem']>, Wording>> = {
  too_long: say`longer than ${redirectUriCharactersMax} characters`,
  illegal_characters: say`no URI, for its characters`,
  not_absolute: say`not absolute`,
  fragment: say`with a fragment`,
  scheme_not_allowed: say`of a scheme that browsers run or open themselves`,
  http_not_loopback: say`http on an address that is not loopback`,
}

/** Parameters defined by any specification of this flow; other checks judge whether they belong here. */
const known = new Set([
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'issuer_state',
  'code_challenge',
  'code_challenge_method',
  'authorization_details',
  'resource',
  'dpop_jkt',
  'request',
  'request_uri',
  'client_assertion',
  'client_assertion_type',
  'client_secret',
  'code_verifier',
  'access_token',
  'refresh_token',
  'id_token',
  'pre-authorized_code',
  'response_mode',
  'nonce',
  'prompt',
  'login_hint',
  'ui_locales',
  'wallet_issuer',
  'user_hint',
])

/** Asks under which name a parameter stands that is missing. */
const misnamed = (form: FormReading, missing: string): Ask => ({
  missing,
  among: othersIn(form.body.pairs, known),
  reason: 'other_name',
})

/** Whether an address became one by being decoded once more. */
const isEncodedTwice = (value: string): boolean =>
  /^[a-z][a-z0-9+.-]*%3a/i.test(value) && readRedirectUri(formDecode(value)).problem === null

const misplaced = ['client_secret', 'code_verifier', 'access_token', 'refresh_token', 'id_token', 'pre-authorized_code']

export const parRequest = area(
  'vci.par',
  {
    subject: of<PushedRequestReading>(),
    rejects: 'invalid_request',
    needs: ['vci.par.content_type'],
    impossibleIn: ['pre_authorized_code'],
  },
  {
    response_type_code: {
      title: 'Pushed request asks for a code',
      reasons: {
        other: {
          says: 'The response_type is {seen}',
          fix: 'Set response_type to code, the one type that a wallet may use here.',
        },
        missing: {
          says: 'The pushed request has no response_type',
          fix: 'Add response_type with the value code.',
          error: 'invalid_request',
        },
        other_name: { ...misnamedReason('response_type'), error: 'invalid_request' },
      },
      clauses: ['RFC6749-4.1.1', 'FAPI2-SP-FINAL-5.3.2.2'],
      level: 'must',
      rejects: 'unsupported_response_type',
      refusal: 'Set response_type to code.',
      why: 'Other response types expose tokens to the browser.',
      run: ({ form }) => {
        const responseType = form.body.get('response_type')
        if (responseType === null)
          return violated('missing', { expected: say`code`, actual: null, asks: [misnamed(form, 'response_type')] })
        return responseType === 'code'
          ? pass()
          : violated('other', { expected: say`code`, actual: shown(responseType) })
      },
    },
    client_id_present: {
      title: 'Pushed request names its client, in at most 2048 characters',
      reasons: {
        missing: {
          says: 'The pushed request has no client_id',
          fix: 'Send client_id; with a wallet attestation it is the sub of the attestation.',
        },
        other_name: misnamedReason('client_id'),
        only_authenticated: {
          says: 'The client_id stands in the client authentication alone',
          fix: 'Add the parameter client_id, with the value that the authentication has.',
          error: 'invalid_request',
        },
        too_long: {
          says: `The client_id is longer than ${clientIdLengthMax} characters`,
          fix: 'Use a shorter client_id: it is part of the URL that the browser opens.',
          refusal: `The client_id must not be longer than ${clientIdLengthMax} characters.`,
        },
      },
      clauses: ['RFC6749-4.1.1'],
      level: 'must',
      refusal: 'The client_id is missing.',
      why: 'Request and code are bound to the client, so the request must name it.',
      run: ({ form, client }) => {
        const clientId = form.body.get('client_id')
        if (clientId !== null && clientId.length > clientIdLengthMax)
          return violated('too_long', {
            expected: say`at most ${clientIdLengthMax} characters`,
            actual: say`${clientId.length} characters`,
          })
        if (clientId !== null) return pass(shown(clientId))
        // An authenticated client replaces the parameter where RFC 6749 section 3.2.1 lets it be omitted.
        return client.claimedClientId === null
          ? violated('missing', { expected: say`client_id`, actual: null, asks: [misnamed(form, 'client_id')] })
          : violated('only_authenticated', {
              expected: say`client_id`,
              actual: say`only in the client authentication`,
            })
      },
    },
    redirect_uri_present: {
      title: 'Pushed request says where to send the code',
      reasons: {
        broken: {
          says: 'The redirect_uri is missing',
          fix: 'Send redirect_uri in the pushed request and the same one in the token request.',
        },
        other_name: misnamedReason('redirect_uri'),
      },
      clauses: ['FAPI2-SP-FINAL-5.3.2.2'],
      level: 'must',
      why: 'Without it the server cannot know which application gets the code.',
      run: ({ redirectUri, form }) =>
        redirectUri === null
          ? violated({ expected: say`redirect_uri`, actual: null, asks: [misnamed(form, 'redirect_uri')] })
          : pass(),
    },
    redirect_uri_valid: {
      title: 'Redirect URI is absolute, without a fragment, and has a scheme that a wallet can register',
      reasons: {
        other_form: {
          says: {
            subject: 'The redirect_uri',
            must: 'be https, a private-use scheme of the wallet or http on a loopback address, absolute, without a fragment, and registered where the client is',
          },
          fix: 'Use an https address, your own private-use scheme, or http on a loopback address; no fragment, at most 2048 characters.',
        },
        too_long: {
          says: `The redirect_uri is longer than ${redirectUriCharactersMax} characters`,
          fix: 'Shorten the redirect_uri, and carry what it held in state.',
          refusal: `The redirect_uri is longer than ${redirectUriCharactersMax} characters.`,
        },
        percent_twice: {
          says: 'The redirect_uri is percent-encoded twice',
          fix: 'Percent-encode the value of redirect_uri once, as the form is made.',
        },
        not_registered: {
          says: 'The redirect_uri is none of those that the client registered',
          fix: 'Send a registered redirect_uri, character by character, or have this one registered.',
        },
      },
      clauses: ['RFC6749-3.1.2', 'RFC8252-7'],
      level: 'must',
      why: 'A browser runs some schemes itself and sends others in the clear, but the code must reach only the wallet.',
      run: ({ redirectUri }) => {
        if (redirectUri === null) return notApplicable(say`No redirect_uri was sent.`)
        const { problem, kind, registered } = redirectUri
        if (problem === 'too_long') {
          return violated('too_long', {
            expected: say`at most ${redirectUriCharactersMax} characters`,
            actual: problems[problem],
          })
        }
        if (problem !== null)
          return violated(isEncodedTwice(redirectUri.value) ? 'percent_twice' : 'other_form', {
            expected: say`https, a private-use scheme of the wallet, or http on a loopback address`,
            actual: problems[problem],
          })
        if (registered === false)
          return violated('not_registered', { expected: say`a registered redirect_uri`, actual: say`not registered` })
        return pass(kind === null ? null : word(kind))
      },
      needs: [],
    },
  },
)

export const parParameters = area(
  'vci.par',
  { subject: of<PushedRequestReading>(), impossibleIn: ['pre_authorized_code'] },
  {
    scope_present: {
      title: 'Pushed request asks for a scope',
      reasons: {
        missing: {
          says: 'The scope is missing',
          fix: 'Send the scope of the credential configuration that the offer names.',
        },
        details_alone: {
          says: 'The pushed request names its credential in authorization_details alone, which this issuer does not read',
          fix: 'Send the scope of the credential configuration that the offer names.',
          rule: 'house',
          clause: 'HOUSE-2',
          refusal:
            'Name the credential by its scope: the metadata has no authorization_details_types_supported, so authorization_details are ignored.',
        },
        no_credential: {
          says: 'The pushed request names no credential',
          fix: 'Name the credential in authorization_details, as the metadata has no scope.',
          error: 'invalid_request',
          refusal: 'Name the credential in authorization_details: the metadata has no scope.',
        },
      },
      clauses: ['HAIP-4.3'],
      level: 'must',
      profile: 'haip',
      // RFC 6749 section 3.3: a server that has no default scope.
      rejects: 'invalid_scope',
      needs: ['vci.par.content_type'],
      why: 'HAIP wallets use scope to name the credential.',
      run: ({ form, scope, details }) => {
        if (scope.values !== null) return pass()
        if (details !== null) return notApplicable(say`The request names its credential in authorization_details.`)
        if (!scope.published) return violated('no_credential', { expected: say`authorization_details`, actual: null })
        return form.body.get('authorization_details') !== null
          ? violated('details_alone', { expected: say`scope`, actual: say`authorization_details alone` })
          : violated('missing', { expected: say`scope`, actual: null })
      },
    },
    scope_from_metadata: {
      title: 'Scope is the one of the offered credential configuration',
      reasons: {
        other: {
          says: 'The scope is not the one of the offered credential configuration',
          fix: 'Take scope from the credential configuration in the issuer metadata that the offer names.',
        },
        configuration_id: {
          says: 'The scope is the id of the offered credential configuration, and its scope is another',
          fix: 'Take the value of the member scope of that configuration in the issuer metadata.',
        },
        other_value: {
          says: 'The scope is {seen}',
          fix: 'Take the value of the member scope of the offered configuration in the issuer metadata.',
        },
        other_configuration: {
          says: 'The scope is that of another credential configuration than the offer names',
          fix: 'Take the value of the member scope of the offered configuration in the issuer metadata.',
        },
        none_published: {
          says: 'The pushed request asks for a scope, and the metadata has none',
          fix: 'Name the credential in authorization_details, and leave scope out.',
          refusal: 'Name the credential in authorization_details: the metadata has no scope.',
        },
      },
      clauses: ['OID4VCI-1FINAL-5.1.2', 'HAIP-4.2'],
      level: 'must',
      rejects: 'invalid_scope',
      refusal: 'Ask for the scope of the offered credential configuration, as the issuer metadata states it.',
      why: 'The scope says which credential the user is asked to approve.',
      run: ({ scope }) => {
        if (scope.values === null) return notApplicable(say`No scope was sent.`)
        if (scope.granted !== null && scope.values.includes(scope.granted)) return pass(quote(scope.granted))
        if (!scope.published)
          return violated('none_published', {
            expected: say`no scope`,
            actual: scope.values.slice(0, 10).map(shown),
          })
        const isId = scope.offeredConfiguration !== null && scope.values.includes(scope.offeredConfiguration)
        const areKnown = scope.values.length > 0 && scope.values.every((value) => scope.known.includes(value))
        return violated(isId ? 'configuration_id' : areKnown ? 'other_configuration' : 'other', {
          expected: quote(scope.offered) ?? say`a scope of the metadata`,
          actual: scope.values.slice(0, 10).map(shown),
          asks:
            isId || areKnown
              ? []
              : scope.values.slice(0, 1).map((value) => ({ value, due: 'scope', reason: 'other_value' })),
        })
      },
    },
    issuer_state_returned: {
      title: 'Wallet returns the issuer_state of the offer',
      reasons: {
        unknown: {
          says: 'This issuer has no offer with this issuer_state',
          fix: 'Copy issuer_state from the authorization_code grant of the offer, character by character.',
        },
        other_issuer: {
          says: 'The issuer_state is from an offer of another issuer of this service',
          fix: 'Push the request to the authorization server of the credential_issuer of that offer.',
        },
        expired: {
          says: 'The offer of this issuer_state has expired',
          fix: 'Fetch a new credential offer, and push the request with its issuer_state.',
        },
        missing: {
          says: 'The pushed request has no issuer_state, although the offer has one',
          fix: 'Copy issuer_state from the authorization_code grant of the offer into the pushed request.',
          error: null,
        },
      },
      clauses: ['OID4VCI-1FINAL-4.1.1', 'OID4VCI-1FINAL-5.1.3'],
      level: 'must',
      rejects: 'invalid_request',
      refusal: 'The issuer_state is not that of a current offer of this issuer: copy it from the offer.',
      needs: ['vci.par.content_type'],
      impossibleIn: ['pre_authorized_code', 'wallet_initiated'],
      why: 'It ties the authorization to the offer that the user accepted.',
      run: ({ issuerState, session }) => {
        switch (issuerState.state) {
          case 'alive':
            return pass()
          case 'absent':
            if (session && deviationOf(session)?.changes.withoutGrants)
              return notApplicable(say`The offer has no grants.`)
            return session === null || session.origin === 'wallet_initiated'
              ? notApplicable(say`The wallet started without an offer.`)
              : violated('missing', { expected: say`issuer_state of the offer`, actual: null })
          default:
            return violated(issuerState.state, {
              expected: say`issuer_state of a current offer of this issuer`,
              actual: word(issuerState.state),
            })
        }
      },
    },
    redirect_uri_claimed_https: {
      title: 'Redirect URI is a claimed https address',
      problem: 'The redirect URI is not a claimed https address',
      clauses: ['RFC8252-7', 'RFC9700-4.1'],
      level: 'info',
      why: 'Any application on a device can register a private-use scheme; a claimed https address belongs to one only.',
      hint: 'Claim an https address for the wallet and use it as redirect_uri where the platform supports it.',
      run: ({ redirectUri }) => {
        if (redirectUri === null || redirectUri.problem !== null)
          return notApplicable(say`There is no valid redirect_uri.`)
        if (redirectUri.kind === 'loopback')
          return notApplicable(say`A loopback address belongs to a program on a desktop.`)
        return redirectUri.kind === 'https'
          ? pass()
          : violated({
              expected: say`https`,
              actual: say`a private-use scheme`,
            })
      },
    },
    redirect_uri_scheme_of_domain: {
      title: 'Private-use scheme of the redirect URI is a domain name in reverse order',
      problem: 'The private-use scheme of the redirect URI is not a domain name in reverse order',
      clauses: ['RFC8252-7.1', 'RFC8252-8.4'],
      level: 'should',
      why: 'A scheme without a dot has no owner: two applications may register it, and either may get the code.',
      hint: 'Derive the scheme from your own domain name, such as com.example.wallet, or claim an https address.',
      run: ({ redirectUri }) => {
        if (redirectUri === null || redirectUri.problem !== null)
          return notApplicable(say`There is no valid redirect_uri.`)
        if (redirectUri.kind !== 'private_use') return notApplicable(say`The redirect_uri has no private-use scheme.`)
        return schemeOf(redirectUri.value).includes('.')
          ? pass()
          : violated({ expected: say`a scheme with a dot`, actual: say`a scheme without a dot` })
      },
    },
    scope_minimal: {
      title: 'Pushed request asks only for the offered scope',
      problem: 'The pushed request asks for more than the offered scope',
      clauses: ['OID4VCI-1FINAL-6.1', 'OID4VCI-1FINAL-15.2'],
      level: 'should',
      why: 'Ask only for what is needed; openid is not a scope of this flow.',
      hint: 'Send only the scope of the offered credential configuration.',
      run: ({ scope }) => {
        if (scope.values === null || scope.granted === null) return notApplicable(say`No usable scope was sent.`)
        const more = scope.values.filter((value) => value !== scope.granted)
        return more.length === 0
          ? pass()
          : violated({ expected: quote(scope.granted), actual: more.slice(0, 10).map(shown) })
      },
    },
    authorization_details_not_used: {
      title: 'Pushed request uses scope and not authorization_details',
      problem: 'The pushed request uses authorization_details, which the metadata does not announce',
      clauses: ['OID4VCI-1FINAL-5.1.1', 'HAIP-4.3'],
      level: 'info',
      why: 'The metadata does not announce authorization_details, so they are ignored here.',
      hint: 'Leave authorization_details out where the metadata does not list authorization_details_types_supported.',
      run: judgeIgnoredDetails,
    },
    authorization_details_wellformed: {
      title: 'Parameter authorization_details is well-formed',
      problem: 'The parameter authorization_details is malformed',
      clauses: ['OID4VCI-1FINAL-5.1.1', 'OID4VCI-1FINALA-B.1', 'OID4VCI-1FINALA-B.3', 'OID4VCI-1FINALA-C', 'RFC9396-2'],
      level: 'must',
      why: 'Other issuers use this parameter and refuse a malformed one.',
      hint: 'Send a JSON array of objects of type openid_credential with one credential_configuration_id of the metadata each.',
      run: ({ form, issuer, readsDetails }) => {
        if (readsDetails) return notApplicable(say`The issuer reads them: vci.details.wellformed judges.`)
        const text = form.body.get('authorization_details')
        if (text === null) return notApplicable(say`No authorization_details were sent.`)
        const errors = authorizationDetailsErrors(
          text,
          issuer.credentialConfigurations.map(({ id }) => id),
        )
        return errors.length === 0 ? pass() : violated({ expected: say`credentials of the metadata`, actual: errors })
      },
    },
    state_present: {
      title: 'Pushed request carries a state',
      problem: 'The pushed request has no state',
      clauses: ['RFC6749-4.1.1', 'RFC6749-10.12', 'RFC9700-2.1'],
      level: 'should',
      needs: ['vci.par.content_type'],
      why: 'With it the wallet recognises the response to its own request; PKCE helps, but only later.',
      hint: 'Send a fresh random state and compare it when the browser returns.',
      run: ({ state }) => (state.value === null ? violated({ expected: say`state`, actual: null }) : pass()),
    },
    state_quality: {
      title: 'State is fresh, unguessable and safe in a URL',
      reasons: {
        guessable: {
          says: 'The state looks easy to guess',
          fix: 'Make at least 128 random bits per request and write them as base64url.',
          error: null,
        },
        reused: {
          says: 'The state was used in another session',
          fix: 'Make a new random state for every pushed request.',
          error: null,
        },
        long: {
          says: 'The state is longer than 128 characters',
          fix: 'Write 16 random bytes as base64url, and keep everything else in the wallet.',
          error: null,
        },
        not_url_safe: {
          says: 'The state has characters that are not safe in a URL',
          fix: 'Write the state as base64url, with letters, digits, - and _ alone.',
          error: null,
        },
        too_long: {
          says: `The state is longer than ${stateLengthMax} characters`,
          fix: 'Write 16 random bytes as base64url: the state comes back in a URL, whose length browsers limit.',
        },
      },
      clauses: ['RFC6749-10.12'],
      level: 'should',
      rejects: 'invalid_request',
      refusal: `The state must not be longer than ${stateLengthMax} characters.`,
      why: 'A state that is reused or guessable gives no protection.',
      run: ({ state }) => {
        const { value } = state
        if (value === null) return notApplicable(say`No state was sent.`)
        const errors = {
          ...(value.length > 128 && { longer_than: 128 }),
          ...(!/^[A-Za-z0-9._~-]+$/.test(value) && { url_safe: false }),
          // 22 characters of base64url, or 32 of hex, carry 128 bits.
          ...((value.length < 22 || new Set(value).size < 8) && { looks_guessable: true }),
          ...(state.seenElsewhere && { seen_in_another_session: true }),
        }
        if (Object.keys(errors).length === 0) return pass()
        const mismatch = { expected: say`fresh, 128 bit, URL-safe, at most 128 characters`, actual: errors }
        // It is returned in a Location header, whose length browsers limit.
        if (value.length > stateLengthMax) return violated('too_long', mismatch)
        if (state.seenElsewhere) return violated('reused', mismatch)
        if (errors.looks_guessable) return violated('guessable', mismatch)
        return violated(errors.url_safe === false ? 'not_url_safe' : 'long', mismatch)
      },
    },
    unknown_params: {
      title: 'Pushed request has no parameters of unknown meaning',
      problem: 'The pushed request has parameters of unknown meaning',
      clauses: ['OID4VCI-1FINAL-5.1.3'],
      level: 'info',
      why: 'They are ignored; often they are misspelled or meant for another server.',
      hint: 'Compare the names with the specification and remove unknown parameters.',
      run: ({ form }) => {
        const unknown = form.body.pairs.map(([name]) => name).filter((name) => !known.has(name))
        return unknown.length === 0
          ? pass()
          : violated({ expected: say`known parameters`, actual: shownNames(unknown) })
      },
    },
    resource_absent: {
      title: 'Pushed request names no resource but an issuer whose metadata list authorization servers',
      problem: 'The pushed request names a resource that says nothing here',
      clauses: ['OID4VCI-1FINAL-5.1.2'],
      level: 'info',
      why: 'It only helps if several issuers may share an authorization server, and then it is the issuer.',
      hint: 'Send resource only where the issuer metadata lists authorization_servers, with the Credential Issuer Identifier as value.',
      run: ({ form, resource }) => {
        if (!form.body.sent('resource')) return pass()
        if (resource === null) return violated({ expected: say`no resource`, actual: bare.sent })
        const other = form.body.pairs.find(([name, value]) => name === 'resource' && value !== resource)
        return other === undefined
          ? pass(quote(resource))
          : violated({ expected: quote(resource), actual: shown(other[1]) })
      },
    },
    no_secret_leak: {
      title: 'Pushed request contains no misplaced secret',
      problem: 'The pushed request contains a secret that does not belong there',
      clauses: ['RFC9126-2.1', 'RFC7636-4.3'],
      level: 'should',
      why: 'A verifier or token that is sent too early no longer protects anything.',
      hint: 'Send code_verifier in the token request and tokens in their own header only.',
      run: ({ form }) => {
        const leaked = misplaced.filter((name) => form.body.sent(name))
        return leaked.length === 0 ? pass() : violated({ expected: say`none of them`, actual: leaked.map(quote) })
      },
    },
    not_repeated: {
      title: 'Wallet pushes one request for one authorization',
      problem: 'The wallet pushed an accepted request again',
      clauses: ['RFC9126-2.1'],
      level: 'info',
      why: 'A second request without a reason suggests that the wallet lost track of the first.',
      hint: 'Use the request_uri of the first response unless it expired or was refused.',
      run: ({ acceptedBefore, session }) => {
        if (session === null) return notApplicable(say`The request does not belong to an earlier session.`)
        return acceptedBefore === 0
          ? pass()
          : violated({ expected: say`one accepted request`, actual: say`accepted before: ${acceptedBefore}` })
      },
    },
  },
)
