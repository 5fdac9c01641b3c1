import type { HttpClient } from '@/lib/testing/http-client'
import { type CostlyRequest, json, listOf, opaque } from './costly-requests'

const get = (path: string, name = path): CostlyRequest => ({ name: `GET ${name}`, make: () => ({ path }) })
const page = (path: string, name = path): CostlyRequest => ({
  name: `GET ${name}`,
  make: () => ({ path, headers: [['Accept', 'text/html']] }),
})
const asked = (members: Readonly<Record<string, string>>) => new URLSearchParams(members).toString()
const records = (collection: string, members: Readonly<Record<string, string>>, name: string) =>
  get(`/api/collections/${collection}/records?${asked(members)}`, `records of ${collection}: ${name}`)

/** The most unusual queries that anybody may send for public records and pages. */
export const queries = (pages: boolean): CostlyRequest[] => [
  records(
    'pipelines',
    { perPage: '1000', filter: listOf(60, (index) => `name ~ "%${index}%a%"`).join(' || ') },
    '60 times ~',
  ),
  records(
    'pipelines',
    { filter: listOf(60, () => 'owner.name !~ "%a%b%c%"').join(' && ') },
    '60 times ~ of a relation',
  ),
  records('pipelines', { filter: `name ~ "${'%a'.repeat(300)}"` }, 'a text of wildcards'),
  records('pipelines', { filter: `${'('.repeat(2900)}` }, '2,900 parentheses'),
  records('pipelines', { filter: opaque(28_000) }, 'a filter of 28 kB'),
  records(
    'pipelines',
    { sort: '-owner.name,owner.canonified_name,-name,path,-created,updated', perPage: '1000' },
    'six keys',
  ),
  records('pipelines', { page: '100000', perPage: '1000' }, 'the last page'),
  records(
    'pipeline_scoreboard_cache',
    {
      perPage: '1000',
      expand: [
        'wallets.owner',
        'wallet_versions.wallet.owner',
        'issuers.owner',
        'credentials.credential_issuer.owner',
        'verifiers.owner',
        'use_case_verifications.verifier.owner',
        'custom_integrations.owner',
        'mobile_runners.owner',
        'pipeline.owner',
        'latest_successful_execution.pipeline.owner',
      ].join(),
    },
    'every relation expanded',
  ),
  records('pipeline_results', { perPage: '1000', expand: 'owner,pipeline.owner', sort: '-pipeline.name' }, 'expanded'),
  get('/api/scoreboard/rows', 'scoreboard rows'),
  get(
    `/oid4vci/requests?${asked({ wait: '9'.repeat(9000), limit: opaque(9000) })}`,
    '/oid4vci/requests with 18 kB of query',
  ),
  get(`/coverage?${asked({ wallet: opaque(100), version: opaque(100) })}`, '/coverage of nobody'),
  get(`/comparison?${'a=1&'.repeat(6000)}`, '/comparison with 6,000 parameters'),
  get(
    `/issuers/eu-pid-device-bound/authorize?${asked({ request_uri: opaque(14_000), client_id: opaque(14_000) })}`,
    'authorize with 28 kB',
  ),
  get(`/${'a/'.repeat(12_000)}`, 'a path of 12,000 parts'),
  get(`/${'%2e'.repeat(9000)}`, 'a path of escapes'),
  get(`/sessions/${opaque(20_000)}`, 'a session id of 20 kB'),
  ...(pages
    ? [
        page(`/cases?${asked({ wallet: opaque(9000), version: opaque(9000) })}`, '/cases with 18 kB'),
        page(`/scoreboard?${asked({ search: opaque(9000), sort: opaque(9000) })}`, '/scoreboard with 18 kB'),
        page(`/scoreboard?${'filter=a&'.repeat(3000)}`, '/scoreboard with 3,000 parameters'),
        page(`/ledger?${asked({ search: opaque(20_000) })}`, '/ledger with 20 kB'),
        page(`/ledger?${'kind=a&'.repeat(4000)}`, '/ledger with 4,000 parameters'),
        page(`/checks?${asked({ search: '('.repeat(20_000) })}`, '/checks with 20 kB'),
        page(`/compare?${asked({ a: opaque(9000), b: opaque(9000) })}`, '/compare with 18 kB'),
        page(`/?${asked({ preset: opaque(20_000) })}`, '/ with 20 kB'),
        page(`/hub/pipelines/${opaque(9000)}/${opaque(9000)}`, 'a pipeline with 18 kB of name'),
      ]
    : []),
]

/**
 * Creates a campaign with sixty sessions that wait for a wallet. Returns the `next` request that waits for the newest
 * one, and other reads.
 */
export async function makeCampaign(http: HttpClient, sessions = 60): Promise<CostlyRequest[]> {
  const presets = ((await http({ path: '/presets.json' })).object().presets as readonly { id: string }[]).map(
    ({ id }) => id,
  )
  const created = (
    await http(
      json(
        '/campaigns',
        JSON.stringify({ wallet: { name: 'bench', version: '1' }, presets: presets.slice(0, sessions) }),
      ),
    )
  ).object()
  const base = `/campaigns/${String(created.campaign_id)}`
  let newest = ''
  for (const preset of presets.slice(0, sessions))
    newest = String((await http(json(`${base}/again`, JSON.stringify({ preset })))).object().session_id)
  const named = (rest: string, name: string): CostlyRequest => ({
    name: `GET /campaigns/{${sessions} open sessions}${name}`,
    make: () => ({ path: `${base}${rest}` }),
  })
  return [
    named(`/next?after=${newest}&wait=10`, '/next?wait=10'),
    {
      name: `60 times GET /campaigns/{${sessions} open sessions}/next?wait=10`,
      make: async () => {
        const others = listOf(59, () => http({ path: `${base}/next?after=${newest}&wait=10` }).catch(() => null))
        void Promise.all(others)
        return { path: `${base}/next?after=${newest}&wait=10` }
      },
    },
    named('', ''),
    named('/next', '/next'),
    ...['json', 'junit', 'md', 'html'].map((format) => named(`/report?format=${format}`, `/report?format=${format}`)),
    {
      name: `POST /campaigns/{${sessions} open sessions}/report: 64 KB`,
      make: () => ({
        method: 'POST',
        path: `${base}/report`,
        headers: [['Content-Type', 'text/plain']],
        body: listOf(3000, (index) => `preset${index}: vci.a.b${index}`).join('\n'),
      }),
    },
    get('/coverage?wallet=bench&version=1', '/coverage of the campaign'),
  ]
}
