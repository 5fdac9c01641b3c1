import { type DocumentChange, type DocumentMembers, type IssuerDeviation, reports, stops } from './issuer-deviation'
import { startsFlow } from './next-step'

type Entry = Omit<IssuerDeviation, 'id' | 'title' | 'clause' | 'changes'>

const refused = {
  ...stops('The wallet must not use the metadata: it sends no authorization or token request.'),
  next: startsFlow,
}

/** An own issuer, so that no other session gets the deviating metadata. */
const own: Entry = { ...refused, needs: { laboratory: {} } }

/** The issuer itself and a second server. */
const twoServers = { laboratory: { authorization_servers: 'two' } } as const

const having =
  (change: (right: DocumentMembers, served: Parameters<DocumentChange>[1]) => DocumentMembers): DocumentChange =>
  (right, served) => ({ body: { ...right, ...change(right, served) } })

/** An error response in our format. */
const failed =
  (status: number, error: string): DocumentChange =>
  () => ({
    status,
    mediaType: 'application/json',
    body: JSON.stringify({ error, error_description: 'This response is wrong on purpose in this session.' }),
  })

const lacking =
  (...names: readonly string[]): DocumentChange =>
  (right) => ({ body: Object.fromEntries(Object.entries(right).filter(([member]) => !names.includes(member))) })

/** Which server the wallet used. Both the first of the list and the one in the offer are legal. */
const choosesServer: IssuerDeviation['next'] = (later, deviating) => {
  const step = startsFlow(later, deviating)
  if (step === null) return null
  const isFirst = /^\/lab\/[^/]+\/as\//.test(step.exchange.path)
  return {
    ...step,
    seen: isFirst ? 'a request to the first server of the list' : 'a request to the server of the offer',
  }
}

/** Deviating authorization server metadata or list of servers. RFC8414-3, OID4VCI-1FINAL-12.2.4 */
export const serverMetadataDeviations: readonly IssuerDeviation[] = [
  {
    id: 'as_metadata_other_issuer',
    title: 'The issuer of the authorization server metadata is another one on the same host.',
    clause: 'RFC8414-3.3',
    ...own,
    changes: { serverMetadata: having((_right, { sharedIssuer }) => ({ issuer: sharedIssuer })) },
  },
  {
    id: 'as_metadata_no_token_endpoint',
    title: 'The authorization server metadata has no token_endpoint.',
    clause: 'RFC8414-2',
    ...own,
    changes: { serverMetadata: lacking('token_endpoint') },
  },
  {
    id: 'as_metadata_http_token_endpoint',
    title: 'The token_endpoint of the authorization server metadata uses http.',
    clause: 'RFC6749-3.2',
    ...own,
    changes: {
      serverMetadata: having(({ token_endpoint: right }) => ({
        token_endpoint: String(right).replace(/^https:/, 'http:'),
      })),
    },
  },
  {
    id: 'as_metadata_no_par',
    title: 'The authorization server metadata has no endpoint for pushed requests and does not ask for them.',
    clause: 'HAIP-4',
    ...stops('The wallet must not send an authorization request that it has not pushed.'),
    needs: { issuer_configuration_id: 'eu-pid-device-bound', flow: 'authorization_code', laboratory: {} },
    changes: {
      serverMetadata: lacking('pushed_authorization_request_endpoint', 'require_pushed_authorization_requests'),
    },
    next: startsFlow,
  },
  {
    id: 'as_metadata_404',
    title: 'The authorization server metadata is not found.',
    clause: 'RFC8414-3.2',
    ...own,
    changes: { serverMetadata: failed(404, 'not_found') },
  },
  {
    id: 'as_metadata_500',
    title: 'The authorization server metadata endpoint fails every time.',
    clause: 'RFC8414-3.2',
    ...own,
    changes: { serverMetadata: failed(500, 'server_error') },
  },
  {
    id: 'authorization_server_unlisted',
    title: 'The offer names an authorization server that the issuer metadata does not list.',
    clause: 'OID4VCI-1FINAL-12.2.4',
    ...refused,
    must: 'The wallet must not proceed: it sends no authorization or token request.',
    needs: twoServers,
    changes: {
      issuerMetadata: having((_right, { identifier }) => ({
        authorization_servers: [`${identifier}/as`, `${identifier}/gone`],
      })),
    },
  },
  {
    id: 'authorization_server_hint',
    title: 'The offer names the second of two authorization servers.',
    clause: 'OID4VCI-1FINAL-4.1.1',
    ...reports('The wallet may take the server that the offer names, or the first of the list.'),
    needs: twoServers,
    changes: {
      issuerMetadata: having((_right, { identifier }) => ({ authorization_servers: [`${identifier}/as`, identifier] })),
    },
    next: choosesServer,
  },
]
