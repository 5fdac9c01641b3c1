import { type KeyScope, keyScopes } from '@/lib/core/scoreboard/organization-keys'
import { schedulerOfTests } from './scheduler-of-tests'
import { openScoreboardWorld, type ScoreboardWorld, testAdminKey } from './scoreboard'

export const previousAdminKey = 'the-admin-key-before-this-one'
export const guardingToken = 'the-operator-token-of-organisations'

/** A response, without what differs from request to request. */
export interface Seen {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** An organisation with something of each kind. */
export interface FilledOrganization {
  readonly namespace: string
  /** A key with every scope. */
  readonly owner: string
  /** A private pipeline that has never run, and one that has, with its run, which still lasts. */
  readonly pipeline: string
  readonly ran: string
  readonly execution: string
  readonly workflowId: string
  readonly runId: string
  /** Paths of a private wallet and its version. */
  readonly wallet: string
  readonly version: string
  /** A session that was made with its key. */
  readonly session: string
  readonly keyId: string
}

/** A service with two organisations that have equal things, and where evidence takes a token. */
export interface OrganizationWorld extends ScoreboardWorld {
  readonly acme: FilledOrganization
  readonly birch: FilledOrganization
  /** Makes a key of an organisation; gives the response of the interface. */
  makeKey(
    namespace: string,
    scopes: readonly KeyScope[],
    members?: Record<string, unknown>,
  ): Promise<{ readonly id: string; readonly key: string; readonly prefix: string }>
  /** Sends a request with this key alone; '' sends none. */
  as(key: string, method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>
}

/** A definition that runs; `entities` may name records. */
export const definitionOfTests = (entities: Record<string, unknown> = {}) => ({
  version: 1,
  runner: 'built_in_wallet',
  entities,
  steps: [{ id: 'issue', kind: 'issuance', session: { flow: 'pre_authorized_code' } }],
})

const hideChanging: [RegExp, string][] = [
  [/"request_id":"[^"]*"/g, '"request_id":"…"'],
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>'],
]

/** What of a response does not differ from request to request. */
export async function seen(response: Response): Promise<Seen> {
  const body = hideChanging.reduce((text, [from, to]) => text.replace(from, to), await response.text())
  const headers = [...response.headers].filter(([name]) => !['date', 'keep-alive', 'connection'].includes(name))
  const shown = headers.map(([name, value]) => [name, name === 'x-scoreboard-as-of' ? '<instant>' : value] as const)
  return { status: response.status, headers: Object.fromEntries(shown), body }
}

/** Opens such a world. `options` go to the service. */
export async function openOrganizationWorld(
  options: Parameters<typeof openScoreboardWorld>[0] = {},
): Promise<OrganizationWorld> {
  const world = await openScoreboardWorld({
    scheduler: schedulerOfTests(),
    ...options,
    env: { ADMIN_API_KEY_PREVIOUS: previousAdminKey, OPERATOR_TOKEN: guardingToken, ...options.env },
  })
  const birchRecord = await world.organizationNamed('birch')
  const as: OrganizationWorld['as'] = (key, method, path, body, headers = {}) =>
    fetch(world.service.baseUrl + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(key === '' ? {} : { 'x-api-key': key }),
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: body instanceof FormData || typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  const made = async (response: Response) => {
    if (response.status > 299) throw new Error(`${response.status}: ${await response.text()}`)
    return response.json()
  }
  const makeKey: OrganizationWorld['makeKey'] = async (namespace, scopes, members = {}) =>
    made(
      await as(testAdminKey, 'POST', `/api/organizations/${namespace}/keys`, { name: 'of a test', scopes, ...members }),
    )
  const fill = async (namespace: string, owner: string): Promise<FilledOrganization> => {
    const wallet = await world.create('wallets', { name: 'Quillfern', canonified_name: 'quillfern', owner })
    const version = await world.create('wallet_versions', {
      ...{ name: '2.4', canonified_name: '2-4', wallet: wallet.id },
    })
    const { id: keyId, key } = await makeKey(namespace, keyScopes)
    const add = (name: string) =>
      as(key, 'POST', '/api/pipelines', { organization: namespace, name, definition: definitionOfTests() }).then(made)
    const [pipeline, ran] = [await add('Never run'), await add('Nightly')]
    const run = await made(await as(key, 'POST', `/api/pipelines/${ran.id}/run`))
    const session = await made(await as(key, 'POST', '/sessions', { flow: 'pre_authorized_code' }))
    return {
      ...{ namespace, owner: key, keyId, pipeline: pipeline.id, ran: ran.id },
      ...{ execution: run.execution_id, workflowId: run.workflow_id, runId: run.run_id },
      ...{ wallet: wallet.path, version: version.path, session: session.session_id },
    }
  }
  const acme = await fill('acme', world.organization.id)
  const birch = await fill('birch', birchRecord.id)
  return { ...world, acme, birch, makeKey, as }
}
