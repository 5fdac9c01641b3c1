import { setHeader } from '../../http/wire'
import { type JsonObject, objectMember } from '../../json'
import { need, randomText } from '../../run'
import { put, putDetails } from '../misbehaviour'
import { inFormOf, type Misbehaviour, type PatchContext } from './misbehaviour'

type Extra = Partial<Omit<Misbehaviour, 'id' | 'title' | 'expect' | 'patchCredentialRequest'>>

const inRequest = (
  id: string,
  title: string,
  expect: Misbehaviour['expect'],
  change: (request: JsonObject, context: PatchContext) => void,
  extra: Extra = {},
): Misbehaviour => ({ id, title, expect, ...extra, patchCredentialRequest: { at: 'credential', change } })

const invalidRequest = { status: 400, error: 'invalid_credential_request' }

const invalidProof = { status: 400, error: 'invalid_proof' }

const unknownConfiguration = { status: 400, error: 'unknown_credential_configuration' }

const denied = { status: 400, error: 'credential_request_denied' }

const jwtsOf = (request: JsonObject): unknown[] => {
  const jwts = objectMember(request, 'proofs')?.jwt
  return Array.isArray(jwts) ? jwts : []
}

/** A configuration of the same issuer other than the offered one. */
const otherConfiguration = ({ facts }: PatchContext): string => {
  const all = Object.keys(objectMember(facts.issuerMetadata, 'credential_configurations_supported') ?? {})
  return need(
    all.find((id) => id !== facts.configurationId),
    'other configuration',
  )
}

/** Rules for the credential request. OID4VCI-1FINAL-8.2 */
export const credentialMisbehaviours: Misbehaviour[] = [
  {
    id: 'vci.credential.method_post',
    title: 'Sends the credential request as PUT',
    expect: { status: 405 },
    patchTarget: {
      at: 'credential',
      change: (target) => {
        target.method = 'PUT'
      },
    },
  },
  {
    id: 'vci.credential.token_in_header',
    title: 'Puts the access token into the query as well',
    expect: { status: 400, error: 'invalid_request' },
    patchRequest: {
      at: 'credential',
      change: (request, { facts }) => {
        request.url += `?access_token=${facts.accessToken}`
      },
    },
  },
  inRequest(
    'vci.credential.token_in_header~body',
    'Puts the access token into the body as well',
    { status: 400, error: 'invalid_request' },
    (request, { facts }) => {
      request.access_token = facts.accessToken
    },
  ),
  {
    id: 'vci.credential.token_valid',
    title: 'Presents an access token that the issuer never gave',
    expect: { status: 401, error: 'invalid_token' },
    patchFacts: {
      at: 'credential',
      change: (facts, { random }) => {
        facts.accessToken = randomText({ random }, 32)
      },
    },
  },
  {
    id: 'vci.credential.content_type',
    title: 'Sends the credential request as plain text',
    expect: invalidRequest,
    patchRequest: { at: 'credential', change: ({ headers }) => setHeader(headers, 'Content-Type', 'text/plain') },
  },
  {
    id: 'vci.credential.json_object',
    title: 'Sends an array as credential request',
    expect: invalidRequest,
    patchRequest: {
      at: 'credential',
      change: (request) => {
        request.body = '[]'
      },
    },
  },
  {
    id: 'vci.credential.no_duplicate_members',
    title: 'Sends a member of the credential request twice',
    expect: invalidRequest,
    patchRequest: {
      at: 'credential',
      change: (request, { facts }) => {
        const member = `"credential_configuration_id":${JSON.stringify(facts.configurationId)}`
        request.body = request.body?.replace('{', `{${member},`) ?? null
      },
    },
  },
  inRequest(
    'vci.credential.one_identifier',
    'Names a credential identifier beside the configuration',
    invalidRequest,
    (request) => {
      request.credential_identifier = 'a-dataset'
    },
  ),
  inRequest(
    'vci.credential.one_identifier~none',
    'Does not say which credential it wants',
    invalidRequest,
    (request) => {
      delete request.credential_configuration_id
    },
  ),
  inRequest(
    'vci.credential.uses_configuration_id',
    'Names a credential identifier that it was never given',
    { status: 400, error: 'unknown_credential_identifier' },
    (request) => {
      delete request.credential_configuration_id
      request.credential_identifier = 'a-dataset'
    },
  ),
  inRequest(
    'vci.credential.configuration_known',
    'Asks for a configuration that the issuer does not have',
    unknownConfiguration,
    (request) => {
      request.credential_configuration_id = 'an-invented-configuration'
    },
  ),
  inRequest(
    'vci.credential.configuration_known~number',
    'Names the configuration by a number',
    unknownConfiguration,
    (request) => {
      request.credential_configuration_id = 7
    },
  ),
  inRequest(
    'vci.credential.configuration_as_offered',
    'Asks for another configuration than the offered one',
    denied,
    (request, context) => {
      request.credential_configuration_id = otherConfiguration(context)
    },
    { needs: { secondConfiguration: true } },
  ),
  inRequest('vci.credential.no_legacy_members', 'Sends a member of older drafts as well', 'accepted', (request) => {
    request.format = 'dc+sd-jwt'
  }),
  inRequest('vci.credential.unknown_members', 'Sends an undefined member', 'accepted', (request) => {
    request.a_member_nobody_defined = true
  }),
  inRequest('vci.credential.proofs_present', 'Sends no proof', invalidProof, (request) => delete request.proofs),
  inRequest('vci.credential.proofs_present~empty', 'Sends an empty list of proofs', invalidProof, (request) => {
    request.proofs = { jwt: [] }
  }),
  inRequest('vci.credential.proofs_one_type', 'Sends proofs of two types', invalidRequest, (request) => {
    request.proofs = { jwt: jwtsOf(request), attestation: jwtsOf(request) }
  }),
  inRequest('vci.credential.proofs_one_type~none', 'Sends proofs of no type', invalidRequest, (request) => {
    request.proofs = {}
  }),
  inRequest('vci.credential.proofs_one_type~text', 'Sends its proof as proofs itself', invalidRequest, (request) => {
    request.proofs = jwtsOf(request)[0] ?? ''
  }),
  inRequest('vci.credential.proofs_count~object', 'Sends a proof outside of an array', invalidRequest, (request) => {
    request.proofs = { jwt: { proof: jwtsOf(request)[0] ?? '' } }
  }),
  inRequest(
    'vci.credential.proofs_count~element',
    'Sends an object as a proof',
    invalidRequest,
    (request) => {
      request.proofs = { jwt: [{ proof: jwtsOf(request)[0] ?? '' }] }
    },
    { alsoFails: ['vci.proof.jwt.parse'] },
  ),
  inRequest(
    'vci.credential.proofs_count',
    'Sends two proofs although no batch is offered',
    invalidRequest,
    (request) => {
      request.proofs = { jwt: [...jwtsOf(request), ...jwtsOf(request)] }
    },
  ),
  inRequest(
    'vci.credential.proof_type_supported',
    'Sends a proof of a type that is not offered',
    invalidProof,
    (request) => {
      request.proofs = { di_vp: jwtsOf(request) }
    },
  ),
  {
    id: 'vci.credential.proof_type_supported~unlisted',
    title: 'Sends a jwt proof where only attestation proofs are offered',
    expect: invalidProof,
    skipsRule: 'proof_type',
    needs: { issuer: 'eu-pid-jwt-proof-only', sessionOptions: { laboratory: { proof_types: ['attestation'] } } },
  },
  inRequest(
    'vci.encryption.request_when_response',
    'Asks for an encrypted response in a request that is not encrypted',
    { status: 400, error: 'invalid_encryption_parameters' },
    (request, { newKey }) => {
      const jwk = { ...newKey().publicJwk, kid: 'answer', use: 'enc', alg: 'ECDH-ES' }
      request.credential_response_encryption = { jwk, enc: 'A128GCM' }
    },
    { sendsPlain: 'credential' },
  ),
  {
    id: 'vci.credential.retry_behaviour',
    title: 'Sends the refused credential request again unchanged',
    expect: unknownConfiguration,
    alsoFails: ['vci.credential.configuration_known'],
    decidedBy: 'vci.credential.configuration_known',
    repeat: { step: 'credential', after: 'refused' },
    patchCredentialRequest: {
      at: 'credential',
      change: (request) => {
        request.credential_configuration_id = 'an-invented-configuration'
      },
    },
    patchRequest: {
      at: 'credential',
      change: (request, { log }) => {
        request.body = log.find(({ step }) => step === 'credential')?.body ?? request.body
      },
    },
  },
  {
    ...inRequest(
      'vci.credential.stop_after_denied',
      'Goes on after the issuer denied the credential',
      denied,
      (request, context) => {
        if (context.attempt === 1) request.credential_configuration_id = otherConfiguration(context)
      },
    ),
    ends: 'credential_stored',
    alsoFails: ['vci.credential.configuration_as_offered'],
    decidedBy: 'vci.credential.configuration_as_offered',
    needs: { secondConfiguration: true },
    repeat: { step: 'credential', after: 'refused' },
  },
]

/** Sends no attested key, so that no warning about an untrusted test attester appears. */
const issuer = 'eu-pid-jwt-proof-only'

const given = { issuer, sessionOptions: { laboratory: { credential_identifiers: 'always' } } } as const

const invalidDetails = { status: 400, error: 'invalid_authorization_details' }

/** Rules for authorization_details, and for the resulting identifiers. OID4VCI-1FINAL-3.3.4 */
export const identifiersMisbehaviours: Misbehaviour[] = [
  {
    id: 'vci.identifiers.used',
    title: 'Asks for a configuration although the token response gave identifiers',
    expect: { status: 400, error: 'invalid_credential_request' },
    needs: given,
    patchCredentialRequest: {
      at: 'credential',
      change: (request, { facts }) => {
        delete request.credential_identifier
        request.credential_configuration_id = facts.configurationId
      },
    },
  },
  {
    id: 'vci.identifiers.known',
    title: 'Asks for a credential_identifier that it was never given',
    expect: { status: 400, error: 'unknown_credential_identifier' },
    needs: given,
    patchCredentialRequest: {
      at: 'credential',
      change: (request, { random }) => {
        request.credential_identifier = randomText({ random }, 32)
      },
    },
  },
  {
    id: 'vci.identifiers.each',
    title: 'Asks for the first of two datasets only',
    expect: 'accepted',
    needs: {
      issuer,
      // Until the session is over.
      settles: 2000,
      sessionOptions: { laboratory: { credential_identifiers: 'always', datasets: 2 } },
    },
    skipsRule: 'datasets',
  },
  inFormOf('par')(
    'vci.details.wellformed',
    'Leaves the type out of its authorization_details',
    invalidDetails,
    (form, { facts }) =>
      put(form, 'authorization_details', JSON.stringify([{ credential_configuration_id: facts.configurationId }])),
    { needs: { issuer, sessionOptions: { laboratory: {} }, profile: { authorizationDetails: true } } },
  ),
  {
    id: 'vci.details.wellformed~token',
    title: 'Asks for an unknown configuration with its token',
    expect: invalidDetails,
    needs: { issuer, sessionOptions: { laboratory: {} }, profile: { authorizationDetails: true } },
    patchForm: {
      at: 'token',
      change: (form) => putDetails(form, 'unknown'),
    },
  },
  inFormOf('par')(
    'vci.details.locations',
    'Names no location in its authorization_details where the metadata lists servers',
    'accepted',
    (form, { facts }) => putDetails(form, facts.configurationId),
    {
      needs: {
        issuer,
        sessionOptions: { laboratory: { authorization_servers: 'two' } },
        profile: { authorizationDetails: true },
      },
    },
  ),
]
