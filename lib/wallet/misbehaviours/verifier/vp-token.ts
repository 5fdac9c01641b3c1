import type { JsonObject } from '../../json'
import {
  asking,
  claims,
  inForm,
  inPresentation,
  inQuery,
  inResponse,
  inToken,
  invalidPresentation,
  invalidRequest,
  misbehaviour,
  pid,
} from './builders'
import type { PresentationMisbehaviour } from './misbehaviour'

/** The first answered query, and its presentations. */
const firstOf = (token: JsonObject): { id: string; presentations: string[] } => {
  const [[id, value] = ['', []]] = Object.entries(token)
  const all: unknown[] = Array.isArray(value) ? value : []
  return { id, presentations: all.filter((entry) => typeof entry === 'string') }
}

const family = claims(['family_name'])
const twoQueries = asking(pid(family), pid(claims(['given_name']), 'other'))
const withSets = (credential_sets: JsonObject[], ...credentials: JsonObject[]) => ({
  sessionOptions: { dcql_query: { credentials, credential_sets } },
})
const nobodyHas = { id: 'nobody', format: 'dc+sd-jwt', meta: { vct_values: ['urn:example:nobody'] } }

/** The shape of the vp_token (OID4VP-1FINAL-8.1, 6.4.2). */
export const vpTokenMisbehaviours: PresentationMisbehaviour[] = [
  inResponse(
    'vp.token.present',
    'Responds without a vp_token',
    invalidRequest,
    (response) => {
      delete response.vp_token
    },
    { alsoFails: ['vp.response.matches_type'], decidedBy: 'vp.response.matches_type' },
  ),
  inResponse(
    'vp.token.is_object',
    'Sends the vp_token as text inside the JWE',
    invalidPresentation,
    (response) => {
      response.vp_token = JSON.stringify(response.vp_token)
    },
    // In a form, every parameter is a string.
    { needs: { responseMode: 'direct_post.jwt' } },
  ),
  inToken(
    'vp.token.not_empty',
    'Responds with an empty vp_token',
    invalidPresentation,
    (token) => {
      delete token[firstOf(token).id]
    },
    { needs: asking(pid(family)), alsoFails: ['vp.token.all_credentials'] },
  ),
  inForm(
    'vp.token.unique_keys',
    'Names a query twice in the vp_token',
    'accepted',
    (form) => {
      const entry = form.find(([name]) => name === 'vp_token')
      if (entry !== undefined) entry[1] = entry[1].replace(/^\{(.*)\}$/s, '{$1,$1}')
    },
    { needs: { responseMode: 'direct_post' } },
  ),
  inToken(
    'vp.token.ids_known',
    'Answers a query that was not asked',
    invalidPresentation,
    (token) => {
      token.unasked = firstOf(token).presentations
    },
    { alsoFails: ['vp.token.no_duplicates'] },
  ),
  inToken('vp.token.array', 'Sends a presentation without the array around it', invalidPresentation, (token) => {
    const { id, presentations } = firstOf(token)
    token[id] = presentations[0]
  }),
  inToken(
    'vp.token.array_not_empty',
    'Answers a query with an empty array',
    invalidPresentation,
    (token) => {
      token[firstOf(token).id] = []
    },
    { needs: asking(pid(family)), alsoFails: ['vp.token.all_credentials'] },
  ),
  inToken(
    'vp.token.count',
    'Sends two presentations where one is asked for',
    invalidPresentation,
    (token) => {
      const { id, presentations } = firstOf(token)
      token[id] = [...presentations, ...presentations]
    },
    { alsoFails: ['vp.token.no_duplicates'] },
  ),
  inToken('vp.token.entry_type', 'Sends an object in place of an SD-JWT', invalidPresentation, (token) => {
    const { id, presentations } = firstOf(token)
    token[id] = presentations.map((presentation) => ({ presentation }))
  }),
  inToken(
    'vp.token.no_duplicates',
    'Sends the same presentation twice',
    'accepted',
    (token) => {
      const { id, presentations } = firstOf(token)
      token[id] = [...presentations, ...presentations]
    },
    { needs: asking(pid({ ...family, multiple: true })) },
  ),
  inToken(
    'vp.token.optional_absent',
    'Answers an optional query that it cannot satisfy with an empty array',
    invalidPresentation,
    (token) => {
      token.nobody = []
    },
    {
      needs: withSets([{ options: [['pid']] }, { options: [['nobody']], required: false }], pid(family), nobodyHas),
      alsoFails: ['vp.token.array_not_empty'],
      decidedBy: 'vp.token.array_not_empty',
    },
  ),
  inToken(
    'vp.token.empty_when_optional',
    'Answers the only query, which is optional and which it cannot satisfy, with an empty array',
    invalidPresentation,
    (token) => {
      token.nobody = []
    },
    {
      needs: withSets([{ options: [['nobody']], required: false }], nobodyHas),
      alsoFails: ['vp.token.array_not_empty', 'vp.token.optional_absent'],
      decidedBy: 'vp.token.array_not_empty',
    },
  ),
  inToken(
    'vp.token.sets_satisfied',
    'Responds with a part of the only option',
    invalidPresentation,
    (token) => {
      delete token.other
    },
    {
      needs: withSets([{ options: [['pid', 'other']] }], pid(family), pid(claims(['given_name']), 'other')),
      alsoFails: ['vp.token.no_partial'],
    },
  ),
  inToken(
    'vp.token.all_credentials',
    'Answers one of two queries',
    invalidPresentation,
    (token) => {
      delete token.other
    },
    { needs: twoQueries, alsoFails: ['vp.token.no_partial'] },
  ),
  inToken(
    'vp.token.no_partial',
    'Sends what it has although another part is missing',
    invalidPresentation,
    (token) => {
      delete token.pid
    },
    { needs: twoQueries, alsoFails: ['vp.token.all_credentials'], decidedBy: 'vp.token.all_credentials' },
  ),
  inQuery(
    'vp.token.no_surplus',
    'Answers two options although one is enough',
    'accepted',
    (query) => {
      query.credentialSets = null
    },
    { needs: withSets([{ options: [['pid'], ['other']] }], pid(family), pid(claims(['given_name']), 'other')) },
  ),
  misbehaviour('vp.code.captured', 'Responds to a request for a code with a presentation', invalidRequest, {
    alsoFails: ['vp.response.matches_type'],
    decidedBy: 'vp.response.matches_type',
    needs: { sessionOptions: { response_type: 'code' }, profile: { verification: 'none' } },
    byProfile: 'response',
  }),
  inPresentation(
    'vp.dcql.format',
    'Sends an mdoc where an SD-JWT VC is asked for',
    invalidPresentation,
    (draft) => {
      // An empty DeviceResponse: CBOR of {"version": "1.0", "status": 0}.
      draft.finish = () => Buffer.from('a26776657273696f6e63312e306673746174757300', 'hex').toString('base64url')
    },
    { alsoFails: ['vp.dcql.vct', 'vp.dcql.claims_present', 'vp.dcql.holder_binding', 'vp.mdoc.documents'] },
  ),
]
