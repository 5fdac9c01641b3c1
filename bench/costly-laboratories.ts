import type { Fields, HttpClient, JsonRecord } from '@/lib/testing/http-client'
import type { TestService } from '@/lib/testing/service'
import { batchMax, batchWallet, flat } from './costly-batches'
import { type CostlyRequest, json, listOf, opaque } from './costly-requests'

/** Eight types with as many claims and paths of disclosure as fit into a laboratory, and how they are shown. */
const largestOptions = (): JsonRecord => ({
  signed_metadata: 'on_request',
  credentials: listOf(8, (type) => ({
    id: type === 0 ? 'own' : `type_${type}`,
    ...(type % 2 === 0
      ? { format: 'dc+sd-jwt', disclosure: listOf(200, (index) => [`claim_${index}`]) }
      : { format: 'mso_mdoc', doctype: `type_${type}` }),
    claims: flat(200, 'A'),
    display: listOf(8, (index) => ({ name: opaque(20), locale: `de-A${index}` })),
  })),
})

const session = (laboratory: JsonRecord): JsonRecord => ({
  issuer_configuration_id: 'eu-pid-jwt-proof-only',
  credential_configuration_id: 'own',
  flow: 'pre_authorized_code',
  laboratory,
})

/** What testers can ask for of the largest laboratory, and of one whose session has as many credentials as may be. */
export async function laboratories(
  service: Pick<TestService, 'baseUrl' | 'now'>,
  http: HttpClient,
  pages: boolean,
): Promise<CostlyRequest[]> {
  const create = json('/sessions', JSON.stringify(session(largestOptions())))
  const made = await http(create)
  if (made.status !== 201) throw new Error(`No laboratory was made: ${made.status} ${made.body}`)
  const large = made.object() as { session_id: string; issuer_identifier: string }
  const issuer = new URL(large.issuer_identifier).pathname
  const full = await fullSession(service, http)
  const read = (name: string, path: string, headers: Fields = []): CostlyRequest => ({
    name: `laboratory: ${name}`,
    make: () => ({ path, headers }),
  })
  const html: Fields = [['Accept', 'text/html']]
  const ofSession = (name: string, id: string): CostlyRequest[] => [
    read(`session of ${name}`, `/sessions/${id}`),
    read(`events of ${name}`, `/sessions/${id}/events`),
    read(`keys of ${name}`, `/sessions/${id}/jwks`),
    ...['json', 'junit', 'md', 'html', 'har'].map((format) =>
      read(`${format} report of ${name}`, `/sessions/${id}/report?format=${format}`),
    ),
    ...(pages ? [read(`page of ${name}`, `/inspect/issuance/${id}`, html)] : []),
  ]
  return [
    { name: 'laboratory: POST /sessions with the largest', make: () => create },
    read('metadata', `/.well-known/openid-credential-issuer${issuer}`),
    read('signed metadata', `/.well-known/openid-credential-issuer${issuer}`, [['Accept', 'application/jwt']]),
    read('server metadata', `/.well-known/oauth-authorization-server${issuer}`),
    read('type metadata', `${issuer}/types/1`),
    ...ofSession('the largest', large.session_id),
    ...(['jwt', 'cwt'] as const).map((form) =>
      read(`status list as ${form}`, `${full.issuer}/status/1`, [['Accept', `application/statuslist+${form}`]]),
    ),
    {
      name: 'laboratory: all statuses changed',
      make: (round) =>
        json(
          `/sessions/${full.id}/laboratory/statuses`,
          JSON.stringify({ all: true, status: round % 2 === 0 ? 'suspended' : 'valid' }),
        ),
    },
    ...ofSession('2,000 credentials', full.id),
  ]
}

/** A session that has given all the credentials that may have a status. */
async function fullSession(service: Pick<TestService, 'baseUrl' | 'now'>, http: HttpClient) {
  const wallet = await batchWallet(service, http, { laboratory: { status: { bits: 2 } } })
  for (let given = 0; given < 2000; given += batchMax) {
    const { status, body } = await http(await wallet.request())
    if (status !== 200) throw new Error(`No credentials were given: ${status} ${body.slice(0, 300)}`)
  }
  const { session_id: id, issuer_identifier: issuer } = wallet.created
  return { id, issuer: new URL(issuer).pathname }
}
