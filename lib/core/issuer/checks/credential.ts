import { area, of } from '../../engine/checks/area'
import { blockedBy, decidedBy, notApplicable, notObserved, pass, violated } from '../../engine/checks/check'
import type { UnmatchedReading } from '../../engine/endpoints/unmatched-reading'
import { formOf, shownNames } from '../../engine/judgements/shown'
import { exchangesOf, responseError, type SessionEvidence } from '../../engine/sessions/session-evidence'
import type { StoredExchange } from '../../shared/ports/store-types'
import { whatForm } from '../../shared/recognise/what-form'
import { isObject } from '../../shared/values/json'
import { bare, listed, quote, quoteStart, say, word } from '../../shared/values/wording'
import { deviationOf } from '../deviations'
import { beyondBound, boundReasons, othersIn } from '../judgements/requests'
import { asksOfToken } from '../judgements/tokens'
import type { CredentialReading } from '../read/credential-request'

const proofsOfStrings = 'Send an array of proofs, each a string; one of type attestation stands alone.'

const firstMember = (proofs: unknown): unknown => (isObject(proofs) ? Object.values(proofs)[0] : undefined)

const seen = {
  absent: 'no Authorization header',
  malformed: 'credentials that are not one of our access tokens',
  bad_signature: 'a token that was not signed with our key',
  unknown: 'a token that was never issued',
  other_issuer: 'a token from the other issuer',
  expired: 'an expired token',
  revoked: 'a revoked token',
} as const

/** Proof types whose proofs are strings. OID4VCI-1FINALA-F.1, OID4VCI-1FINALA-F.3 */
const stringTypes = ['jwt', 'attestation']

/** Members that a credential request has a use for. OID4VCI-1FINAL-8.2 */
const members: ReadonlySet<string> = new Set([
  'credential_configuration_id',
  'credential_identifier',
  'proofs',
  'credential_response_encryption',
])

const namesNew = ['credential_configuration_id', 'credential_identifier'] as const

/** How drafts named a credential: by its format and a member of that format. */
const namesOfFormat = ['format', 'credential_definition', 'vct', 'doctype', 'types'] as const

const legacy = ['format', 'proof', 'vct', 'doctype', 'types', 'credential_definition', 'claims']

const known = [
  'credential_configuration_id',
  'credential_identifier',
  'proofs',
  'credential_response_encryption',
  'access_token',
  'format',
  'proof',
  'vct',
  'doctype',
  'types',
  'credential_definition',
  'claims',
]

/** Errors about header fields: there, repeating the same body is correct. */
const aboutHeaders = ['use_dpop_nonce', 'invalid_dpop_proof', 'invalid_token', 'invalid_request']

const refusesBody = (exchange: StoredExchange): boolean => {
  const error = responseError(exchange)
  return error !== null && !aboutHeaders.includes(error)
}

/**
 * Redaction fingerprints each value, so equal bodies stay equal. Of an unreadable body only the length is known, of one
 * that was not stored nothing.
 */
const sameBody = ({ body: one }: StoredExchange, { body: other, contentOmitted }: StoredExchange): boolean =>
  !contentOmitted && !(isObject(one) && one.unparsed === true) && JSON.stringify(one) === JSON.stringify(other)

/** Judged before DPoP: where the token was sent. */
export const credentialTokenPlaceChecks = Object.values(
  area(
    'vci.credential',
    { subject: of<CredentialReading>() },
    {
      token_in_header: {
        title: 'Access token is sent in the Authorization header only',
        problem: 'The access token was not sent in the Authorization header alone',
        clauses: ['FAPI2-SP-FINAL-5.3.4', 'RFC6750-2.3'],
        level: 'must',
        rejects: 'invalid_request',
        refusal: 'Send the access token once, in the Authorization header, and nowhere else.',
        why: 'A token in a URL or a body ends up in logs and caches that do not record headers.',
        hint: 'Send exactly one Authorization header and take access_token out of query and body.',
        run: ({ accessToken: { headerCount, inQuery, inBody } }) => {
          const places = [
            ...(inQuery ? ['query'] : []),
            ...(inBody ? ['body'] : []),
            ...(headerCount > 1 ? [`${headerCount} Authorization headers`] : []),
          ]
          return places.length === 0
            ? pass()
            : violated({ expected: say`one Authorization header`, actual: places.map(quote) })
        },
      },
    },
  ),
)

/** Judged with the scheme, before the DPoP proof: validity of the token. */
export const credentialTokenChecks = Object.values(
  area(
    'vci.credential',
    { subject: of<CredentialReading>() },
    {
      token_valid: {
        title: 'Access token was issued by this issuer and has not expired',
        reasons: {
          unknown: {
            says: 'This issuer does not know the access token',
            fix: 'Use the access_token of the last token response of this issuer, unchanged.',
          },
          absent: {
            says: 'The Authorization header carries no access token',
            fix: 'Send the access_token of the token response in the Authorization header, with the scheme DPoP.',
          },
          wrapped_value: {
            says: 'The access token has blanks or quotation marks around it',
            fix: 'Send the value of access_token without anything before and behind it.',
          },
          encoded_value: {
            says: 'The access token is encoded once too often: {seen}',
            fix: 'Send the value of access_token as the text that it is, without encoding it.',
          },
          malformed: {
            says: 'The access token does not have the form of one of this issuer',
            fix: 'Send the access_token as the token response has it, character by character.',
          },
          bad_signature: {
            says: 'The signature of the access token is not of this service',
            fix: 'Send the access_token as the token response has it, character by character.',
          },
          other_value: {
            says: 'The access token is {seen}',
            fix: 'Send the member access_token of the last token response in the Authorization header.',
          },
          other_issuer: {
            says: 'The access token is from another issuer of this service',
            fix: 'Send the access_token to the credential endpoint of the issuer whose token endpoint issued it.',
          },
          expired: {
            says: 'The access token has expired',
            fix: 'Use an access token within its expires_in, and get a new one before it ends.',
          },
          revoked: {
            says: 'The access token was revoked because its code was sent twice',
            fix: 'Start again with a new authorization or a new credential offer.',
          },
        },
        clauses: ['OID4VCI-1FINAL-8.3.1.1', 'RFC6750-3.1'],
        level: 'must',
        rejects: 'invalid_token',
        refusal: 'Send a current access token of this issuer in the Authorization header with the DPoP scheme.',
        why: 'The access token authorises the wallet to get this credential.',
        run: ({ accessToken }) => {
          const { state } = accessToken
          if (state === 'alive') return pass()
          const mismatch = {
            expected: say`an access token from this issuer`,
            actual: word(seen[state]),
            asks: asksOfToken(accessToken),
          }
          // Only a replayed code revokes a token; the check on that token request has blamed it.
          return violated(state, { ...mismatch, ...(state === 'revoked' && { echo: true }) })
        },
      },
    },
  ),
)

/** Judged after DPoP: the media type. */
export const credentialMediaTypeChecks = Object.values(
  area(
    'vci.credential',
    { subject: of<CredentialReading>() },
    {
      content_type: {
        title: 'Credential request is sent as JSON, or as application/jwt when it is encrypted',
        problem: 'The credential request has the wrong media type',
        clauses: ['OID4VCI-1FINAL-8.2', 'OID4VCI-1FINAL-10'],
        level: 'must',
        rejects: 'invalid_credential_request',
        refusal: 'Send the credential request as application/json, or as application/jwt if it is encrypted.',
        why: 'The media type tells the issuer whether the body is plain or encrypted.',
        hint: 'Send one JSON object with Content-Type application/json, or a JWE with application/jwt.',
        run: ({ body: { mediaType } }) =>
          mediaType === 'application/json' || mediaType === 'application/jwt'
            ? pass(word(mediaType))
            : violated({
                expected: [say`application/json`, say`application/jwt`],
                actual: quoteStart(mediaType, 100) ?? say`no Content-Type`,
              }),
      },
    },
  ),
)

const boundsOfRequest = boundReasons('The credential request')

/** Judged next, after decryption: the body except the proofs themselves. */
export const credentialBodyChecks = Object.values(
  area(
    'vci.credential',
    { subject: of<CredentialReading>(), rejects: 'invalid_credential_request' },
    {
      json_object: {
        title: 'Credential request is a JSON object',
        reasons: {
          not_json: {
            says: 'The body of the credential request is no JSON object',
            fix: 'Serialise the request as one JSON object, and send that text as the body.',
          },
          json_in_json: {
            says: 'The body of the credential request is a JSON string that holds JSON',
            fix: 'Serialise the request once: the body begins with a curly bracket.',
          },
          ...boundsOfRequest,
          form_for_json: { ...boundsOfRequest.form_for_json, explains: ['vci.credential.content_type'] },
        },
        clauses: ['OID4VCI-1FINAL-8.2'],
        level: 'must',
        refusal: 'Send one JSON object in UTF-8 as the credential request.',
        why: 'The members of that object tell the issuer everything that it needs to know.',
        run: ({ body: { json, request, encrypted } }) => {
          if (encrypted !== null)
            return notApplicable(say`The content of an encrypted request is judged with its decryption.`)
          if (request !== null) return pass()
          const isTwice = json.ok && whatForm(JSON.stringify(json.value), ['json_in_json']) !== null
          return violated(beyondBound(json) ?? (isTwice ? 'json_in_json' : 'not_json'), {
            expected: say`a JSON object`,
            actual: json.ok ? say`another JSON value` : word(json.reason),
          })
        },
      },
      no_duplicate_members: {
        title: 'Credential request names each JSON member once',
        problem: 'The credential request repeats a JSON member',
        clauses: ['OID4VCI-1FINAL-8.3.1.2'],
        level: 'must',
        refusal: 'Send each member of the credential request once.',
        why: 'Parsers disagree about which of two duplicate members counts.',
        hint: 'Write every member of the JSON object exactly once.',
        run: ({ body: { json } }) => {
          if (!json.ok) return notApplicable(say`The body is not JSON.`)
          if (json.duplicates.length === 0) return pass()
          return violated({
            expected: say`each member once`,
            actual: json.duplicates.slice(0, 10).map((path) => quoteStart(path, 80)),
          })
        },
      },
      one_identifier: {
        title: 'Credential request names its credential exactly once',
        reasons: {
          both_members: {
            says: 'The credential request has both credential_configuration_id and credential_identifier',
            fix: 'Send the credential_identifier alone, as the token response has credential_identifiers.',
          },
          identifier_not_given: {
            says: 'The credential request has credential_identifier beside credential_configuration_id',
            fix: 'Leave credential_identifier out and send credential_configuration_id alone.',
          },
          other_name: {
            says: 'The member {seen} stands in place of credential_configuration_id',
            fix: 'Name the member credential_configuration_id, in this spelling.',
          },
          no_member: {
            says: 'The credential request names no credential',
            fix: 'Add a credential_identifier of the token response if it has one, otherwise credential_configuration_id.',
          },
          by_format: {
            says: 'The credential request names its credential by {seen}, as drafts before OpenID4VCI 1.0 did',
            fix: 'Send credential_configuration_id, or a credential_identifier of the token response if it has one.',
            refusal: 'Send credential_configuration_id: format and the members beside it are those of drafts.',
            draft: 'OpenID4VCI before 1.0',
            explains: ['vci.credential.no_legacy_members', 'vci.credential.proofs_present#old_name'],
          },
        },
        clauses: ['OID4VCI-1FINAL-8.2'],
        level: 'must',
        refusal: 'Send either credential_configuration_id or credential_identifier, exactly one of them.',
        why: 'With both members, or neither, the issuer cannot tell which credential is meant.',
        run: ({ body: { request }, identifiers }) => {
          if (request === null) return notApplicable(say`The body is not a JSON object.`)
          const sent = namesNew.filter((name) => request[name] !== undefined)
          if (sent.length === 1) return pass(quote(sent[0]))
          const byFormat = namesOfFormat.filter((name) => request[name] !== undefined)
          if (sent.length === 0 && byFormat[0] === 'format')
            return violated('by_format', {
              expected: say`exactly one identifier`,
              actual: listed(byFormat.map(word), ' and '),
            })
          const both = identifiers.given ? 'both_members' : 'identifier_not_given'
          const mismatch = { expected: say`exactly one identifier`, actual: sent.map(quote) }
          if (sent.length > 0) return violated(both, mismatch)
          const among = othersIn(Object.entries(request), members)
          return violated('no_member', {
            ...mismatch,
            asks: [
              {
                missing: 'credential_configuration_id',
                among,
                due: 'credential_configuration_id',
                reason: 'other_name',
              },
            ],
          })
        },
      },
      uses_configuration_id: {
        title: 'Credential request uses credential_configuration_id where it was given no credential_identifiers',
        problem: 'The credential request does not use credential_configuration_id',
        clauses: ['OID4VCI-1FINAL-8.2', 'OID4VCI-1FINAL-3.3.4'],
        level: 'must',
        rejects: 'unknown_credential_identifier',
        refusal: 'Send credential_configuration_id: the token response gave no credential_identifiers.',
        needs: ['vci.credential.one_identifier'],
        why: 'A credential_identifier exists only when the token response handed one out.',
        hint: 'Replace credential_identifier by the credential_configuration_id of the offer.',
        run: ({ body: { request }, identifiers }) => {
          if (request === null) return notApplicable(say`The body is not a JSON object.`)
          if (identifiers.given) return pass()
          return request.credential_identifier === undefined
            ? pass()
            : violated({ expected: say`credential_configuration_id`, actual: say`credential_identifier` })
        },
      },
      configuration_known: {
        title: 'Requested credential configuration is in the issuer metadata',
        reasons: {
          not_listed: {
            says: 'The issuer metadata lists no credential configuration {seen}',
            fix: 'Take credential_configuration_id from credential_configurations_supported of this issuer.',
          },
          other_value: {
            says: 'The credential_configuration_id is {seen}',
            fix: 'Take the name of the configuration in credential_configurations_supported, not a value in it.',
          },
          not_a_string: {
            says: 'The credential_configuration_id is {seen}',
            fix: 'Send credential_configuration_id as a string, a key of credential_configurations_supported.',
          },
        },
        clauses: ['OID4VCI-1FINAL-8.3.1.2'],
        level: 'must',
        rejects: 'unknown_credential_configuration',
        refusal: 'Send a credential_configuration_id of the metadata of this issuer.',
        needs: ['vci.credential.one_identifier', 'vci.credential.uses_configuration_id'],
        why: 'The issuer can only issue what its metadata announces.',
        run: ({ body: { request, configurationId }, advertised, identifiers }) => {
          if (request === null) return notApplicable(say`The body is not a JSON object.`)
          if (identifiers.given && identifiers.sent !== 'absent' && identifiers.names === null)
            return blockedBy('vci.identifiers.known')
          if (typeof configurationId === 'string' && advertised.includes(configurationId))
            return pass(quote(configurationId))
          const expected = advertised.map(quote)
          return typeof configurationId === 'string'
            ? violated('not_listed', {
                expected,
                actual: quoteStart(configurationId, 200),
                asks: [{ value: configurationId, due: 'credential_configuration_id', reason: 'other_value' }],
              })
            : violated('not_a_string', { expected, actual: say`a value of type ${typeof configurationId}` })
        },
      },
      configuration_as_offered: {
        title: 'Requested credential is the one that was offered and authorized',
        problem: 'The requested credential is not the one that was offered and authorized',
        clauses: ['OID4VCI-1FINAL-8.2', 'OID4VCI-1FINAL-6.1'],
        level: 'must',
        rejects: 'credential_request_denied',
        refusal: 'Ask for the credential_configuration_id that the access token was issued for.',
        needs: ['vci.credential.configuration_known', 'vci.credential.token_valid'],
        why: 'The token covers what was offered and nothing else.',
        hint: 'Request the configuration of the offer, or start a session that offers the other one.',
        run: ({ body: { configurationId }, accessToken: { value } }) => {
          const offered = value?.data.credential_configuration_id
          if (typeof offered !== 'string') return notApplicable(say`The access token is not known.`)
          return configurationId === offered
            ? pass()
            : violated({ expected: quote(offered), actual: quoteStart(String(configurationId), 200) })
        },
      },
      proofs_present: {
        title: 'Credential request carries a key proof',
        reasons: {
          no_proofs: {
            says: 'The credential request has no member proofs',
            fix: 'Add proofs, an object with one proof type and one proof in its array.',
          },
          other_name: {
            says: 'The member {seen} stands in place of proofs',
            fix: 'Send the key proofs as proofs, in this spelling.',
          },
          old_name: {
            says: 'The member {seen} of drafts before OpenID4VCI 1.0 stands in place of proofs',
            fix: 'Send proofs, an object with the proof type as its one member and the proof in an array.',
            draft: 'OpenID4VCI before 1.0',
          },
          no_proof: {
            says: 'The credential request carries no key proof: the array in proofs is empty',
            fix: 'Put one proof into the array of the proof type.',
          },
        },
        clauses: ['OID4VCI-1FINAL-8.2', 'OID4VCI-1FINAL-8.3.1.2'],
        level: 'must',
        rejects: 'invalid_proof',
        refusal: 'Add proofs with one key proof: the metadata lists proof_types_supported for this credential.',
        why: 'Without a proof the issuer cannot bind the credential to a key of the wallet.',
        run: ({ body: { request, proofs }, proofTypes, session }) => {
          if (request === null) return notApplicable(say`The body is not a JSON object.`)
          if (!proofs.sent && session && deviationOf(session)?.changes.withoutProofTypes)
            return notApplicable(say`The metadata of this session names no proof type, on purpose.`)
          if (proofTypes.length === 0) return notApplicable(say`The credential is bound to no key.`)
          if (!proofs.sent) {
            const among = othersIn(Object.entries(request), members)
            return violated('no_proofs', {
              expected: say`proofs`,
              actual: bare.absent,
              asks: [{ missing: 'proofs', among, reason: 'other_name', oldName: 'old_name' }],
            })
          }
          if (proofs.types.length === 1 && proofs.isArray && proofs.elements.length === 0) {
            return violated('no_proof', { expected: say`one proof`, actual: say`an empty array` })
          }
          return pass()
        },
      },
      proofs_one_type: {
        title: 'Key proofs are of exactly one type',
        reasons: {
          several_types: {
            says: 'The member proofs has several proof types: {seen}',
            fix: 'Keep one proof type in proofs, jwt or attestation, and leave the others out.',
          },
          old_form: {
            says: 'The member proofs has proof_type in it, as proof of drafts before OpenID4VCI 1.0 has',
            fix: 'Leave proof_type out, and name the one member of proofs after the type: jwt or attestation.',
            draft: 'OpenID4VCI before 1.0',
          },
          no_type: {
            says: 'The member proofs is an empty object',
            fix: 'Name the proof type in proofs: jwt or attestation, with an array of proofs.',
          },
          not_object: {
            says: 'The member proofs is not an object',
            fix: 'Send an object whose single member is named after the proof type, jwt or attestation.',
          },
        },
        clauses: ['OID4VCI-1FINAL-8.2'],
        level: 'must',
        refusal: 'Make proofs an object with exactly one member: jwt or attestation.',
        why: 'With two proof types in one request, the issuer cannot tell which one counts.',
        run: ({ body: { proofs } }) => {
          if (!proofs.sent) return notApplicable(say`The request has no proofs.`)
          if (proofs.isObject && proofs.types.length === 1) return pass(quoteStart(proofs.types[0], 64))
          const expected = say`one member`
          if (!proofs.isObject) return violated('not_object', { expected, actual: say`not an object` })
          const several = proofs.types.includes('proof_type') ? 'old_form' : 'several_types'
          return violated(proofs.types.length === 0 ? 'no_type' : several, {
            expected,
            actual: proofs.types.map((type) => quoteStart(type, 64)),
          })
        },
      },
      proofs_count: {
        title: 'Request contains exactly one proof in an array, as a string if it is a jwt or an attestation',
        reasons: {
          too_many: {
            says: 'The request has {seen} proofs, and the metadata announces no batch issuance',
            fix: 'Send one proof per request; several attested keys fit into one key attestation.',
            clause: 'OID4VCI-1FINAL-12.2.4',
          },
          several_attestations: {
            says: 'The request has {seen} proofs of type attestation',
            fix: 'Send one key attestation, with all keys in its attested_keys.',
            clause: 'OID4VCI-1FINALA-F',
            refusal: proofsOfStrings,
          },
          empty: {
            says: 'The array of proofs is empty',
            fix: 'Put one proof into the array of the proof type.',
            clause: 'OID4VCI-1FINAL-8.2',
            refusal: proofsOfStrings,
          },
          not_array: {
            says: 'The proofs of the request are {seen} in place of an array',
            fix: 'Put the proof into an array, even a single one.',
            clause: 'OID4VCI-1FINAL-8.2',
            refusal: proofsOfStrings,
          },
          not_text: {
            says: 'An element in the array of proofs is {seen}',
            fix: 'Send each element as a string: the compact JWT itself.',
            clause: 'OID4VCI-1FINALA-F',
            refusal: proofsOfStrings,
          },
        },
        clauses: ['OID4VCI-1FINAL-12.2.4', 'OID4VCI-1FINAL-8.2', 'OID4VCI-1FINALA-F'],
        level: 'must',
        refusal: 'Send an array of exactly one proof, as a string: this issuer does not announce batch issuance.',
        needs: ['vci.credential.proofs_one_type', 'vci.credential.proofs_present'],
        why: 'Without batch_credential_issuance in the metadata an issuer takes one proof.',
        run: ({ body: { request, proofs }, batch }) => {
          if (!proofs.sent) return notApplicable(say`The request has no proofs.`)
          if (!proofs.isArray)
            return violated('not_array', {
              expected: say`an array`,
              actual: formOf(firstMember(request?.proofs)),
            })
          if (proofs.elements.length === 0) return violated('empty', { expected: 1, actual: 0 })
          // vci.batch.size judges the size of a batch. An attestation is always single: OID4VCI-1FINALA-F.3.
          const isBatch = batch !== null && proofs.types[0] !== 'attestation' && proofs.elements.length > 1
          if (!isBatch && proofs.elements.length !== 1)
            return violated(batch === null ? 'too_many' : 'several_attestations', {
              expected: 1,
              actual: proofs.elements.length,
            })
          // Some other proof types, e.g. `di_vp`, use objects; there the type is what is wrong.
          const text = stringTypes.some((type) => type === proofs.types[0])
          const other = text ? proofs.elements.find((element) => typeof element !== 'string') : undefined
          return other === undefined
            ? pass(proofs.elements.length)
            : violated('not_text', { expected: say`a string`, actual: formOf(other) })
        },
      },
      proof_type_supported: {
        title: 'Proof type is one that the configuration supports',
        reasons: {
          not_listed: {
            says: 'The credential configuration does not support the proof type {seen}',
            fix: 'Name the member of proofs after a key of proof_types_supported in the issuer metadata.',
          },
          not_bound: {
            says: 'The request has a proof of type {seen}, and the credential is bound to no key',
            fix: 'Leave proofs out, as the configuration has no proof_types_supported.',
          },
        },
        clauses: ['OID4VCI-1FINAL-12.2.4', 'OID4VCI-1FINAL-8.3.1.2'],
        level: 'must',
        rejects: 'invalid_proof',
        refusal: 'Use a proof type that proof_types_supported of this credential configuration lists.',
        needs: ['vci.credential.proofs_one_type'],
        why: 'The issuer can only verify the proof types that it announces.',
        run: ({ body: { proofs }, proofs: { isUnbound }, proofTypes }) => {
          const [type] = proofs.types
          if (type === undefined) return notApplicable(say`The request has no proofs.`)
          if (isUnbound === true)
            return notApplicable(say`The credential is bound to no key; see vci.key_attestation.not_sent_unbound.`)
          if (proofTypes.includes(type)) return pass(quoteStart(type, 64))
          const expected =
            proofTypes.length === 0 ? say`no proofs: the credential is bound to no key` : proofTypes.map(quote)
          return violated(proofTypes.length === 0 ? 'not_bound' : 'not_listed', {
            expected,
            actual: quoteStart(type, 64),
          })
        },
      },
      no_legacy_members: {
        title: 'Credential request has no members from older drafts',
        reasons: {
          old_members: {
            says: 'The credential request has members of drafts before OpenID4VCI 1.0: {seen}',
            fix: 'Send credential_configuration_id and proofs in the credential request, and no member of older drafts.',
            draft: 'OpenID4VCI before 1.0',
            removed: true,
          },
          beside_new: {
            says: 'The credential request has {seen} of drafts before OpenID4VCI 1.0 beside the members of 1.0',
            fix: 'Leave the members of older drafts out: those of 1.0 are there already.',
            removed: true,
          },
        },
        clauses: ['OID4VCI-1FINAL-8.2'],
        level: 'info',
        why: 'Members of drafts are ignored, so a wallet that relies on them does not get what it asked for.',
        run: ({ body: { request } }) => {
          if (request === null) return notApplicable(say`The body is not a JSON object.`)
          const found = legacy.filter((name) => name in request)
          if (found.length === 0) return pass()
          const isNew = namesNew.some((name) => request[name] !== undefined)
          // Without a key proof nothing stands in the place of an old one.
          const isProven = request.proof === undefined || request.proofs !== undefined
          return violated(isNew && isProven ? 'beside_new' : 'old_members', {
            expected: namesNew.map(word),
            actual: found.map(quote),
          })
        },
        rejects: null,
      },
      unknown_members: {
        title: 'Credential request has no undefined members',
        problem: 'The credential request has undefined members',
        clauses: ['OID4VCI-1FINAL-8.2'],
        level: 'info',
        why: 'Unknown members are ignored, so a typing error goes unnoticed.',
        hint: 'Check the spelling of the listed members, or remove them.',
        run: ({ body: { request } }) => {
          if (request === null) return notApplicable(say`The body is not a JSON object.`)
          const unknown = Object.keys(request).filter((name) => !known.includes(name))
          if (unknown.length === 0) return pass()
          return violated({ expected: say`defined members`, actual: shownNames(unknown) })
        },
        rejects: null,
      },
    },
  ),
)

export const credentialSession = area(
  'vci.credential',
  { subject: of<SessionEvidence>() },
  {
    retry_behaviour: {
      title: 'Wallet changes a refused credential request before retrying',
      problem: 'The wallet repeated a refused credential request unchanged',
      clauses: ['OID4VCI-1FINAL-8.3.1.2'],
      level: 'info',
      why: 'The same request gets the same refusal, so repeating it is pointless.',
      hint: 'Read error and error_description, change what they name, and only then send the request again.',
      run: (evidence) => {
        const requests = exchangesOf(evidence, 'requestCredential')
        const retries = requests.flatMap((refused, index) => {
          const next = requests[index + 1]
          return next !== undefined && refusesBody(refused) ? [{ refused, next }] : []
        })
        const identical = retries.find(({ refused, next }) => sameBody(refused, next))
        if (identical) {
          return decidedBy(
            identical.next,
            violated({ expected: say`a changed request`, actual: bare.theSameBodyAgain }),
          )
        }
        const last = retries.at(-1)
        return last ? decidedBy(last.next, pass()) : notObserved(say`No refused request was followed by another.`)
      },
    },
    stop_after_denied: {
      title: 'Wallet stops when the credential is denied',
      problem: 'The wallet went on after the credential was denied',
      clauses: ['OID4VCI-1FINAL-8.3.1.2'],
      level: 'should',
      why: 'A denial is final: the issuer has decided, and a repeated request cannot change that.',
      hint: 'On credential_request_denied tell the user and send no further credential request with this token.',
      run: (evidence) => {
        const requests = exchangesOf(evidence, 'requestCredential')
        const index = requests.findIndex((request) => responseError(request) === 'credential_request_denied')
        const denied = requests[index]
        if (denied === undefined) return notObserved(say`No credential request was denied.`)
        const next = requests[index + 1]
        if (next === undefined) return decidedBy(denied, pass())
        return decidedBy(next, violated({ expected: bare.noFurtherRequest, actual: bare.anotherCredentialRequest }))
      },
    },
  },
)

export const credentialAddress = area(
  'vci.credential',
  { subject: of<UnmatchedReading>() },
  {
    method_post: {
      title: 'Credential request uses POST',
      problem: 'The credential request was not sent with POST',
      clauses: ['OID4VCI-1FINAL-8.2'],
      level: 'must',
      why: 'The request carries proofs in its body and causes a credential to be issued.',
      hint: 'Use POST for this request.',
      run: ({ operation, method, answered }) => {
        if (operation !== 'requestCredential') return notApplicable(say`The request is for another endpoint.`)
        return answered ? pass(say`POST`) : violated({ expected: say`POST`, actual: quote(method) })
      },
    },
  },
)
