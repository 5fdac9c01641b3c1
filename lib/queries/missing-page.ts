import 'server-only'
import { isNaming, type NamingPage, pageAt } from '@/lib/pages'
import { container } from '@/lib/server/container'
import { decoded } from './decoded'
import { hasCheck } from './findings'
import { operatorSession } from './operator'
import { pipelineExists } from './pipeline'
import { walletExists } from './wallets'

/** Whether there is what a page names, or was until its owner removed it. */
type Existence = boolean | 'removed'

const hasWorkbench = async (key: 'digest' | 'viewDigest', id: string): Promise<boolean> =>
  (await container().queries.namedWorkbench(key, id)) !== null

/** The same, by the values in its path, in their order. */
const exists: Readonly<
  Record<
    NamingPage,
    (first: string, second: string, fields: Headers, query: URLSearchParams) => Existence | Promise<Existence>
  >
> = {
  check: (id) => hasCheck(id),
  pipeline: (organization, slug, fields) => pipelineExists(`${organization}/${slug}`, operatorSession(fields) !== null),
  // Whoever has not entered the key is asked for it, whatever there is.
  organizationPipeline: async (id, _, fields) =>
    operatorSession(fields) === null || (await container().ports.scoreboard.pipelines.writtenOne(id)) !== null,
  campaign: (id) => container().queries.hasCampaign(id),
  inspectIssuance: (id) => container().queries.issuance.has(id),
  inspectPresentation: (id) => container().queries.presentation.has(id),
  present: async (id) => (await container().queries.browserAsking(id)) !== null,
  wallet: (slug, _, __, query) => walletExists(slug, null, query),
  walletVersion: (slug, version, _, query) => walletExists(slug, version, query),
  ofWorkbench: (id) => hasWorkbench('digest', id),
  runsOfWorkbench: (id) => hasWorkbench('digest', id),
  viewOfWorkbench: (id) => hasWorkbench('viewDigest', id),
  runsOfView: (id) => hasWorkbench('viewDigest', id),
  roundTrip: async (id) => (await container().queries.presentation.view(id))?.options.follows !== undefined,
}

/**
 * The status of a page whose address names something that does not exist, or that was removed; `null` where it is there.
 * Called before the page is rendered: only then can the framework set the status, and its own notFound sends no HTML at all.
 */
export async function goneStatus(
  pathname: string,
  fields = new Headers(),
  query = new URLSearchParams(),
): Promise<404 | 410 | null> {
  const found = pageAt(pathname)
  if (found === null || !isNaming(found.name)) return null
  const [first = '', second = ''] = found.values.map((value) => decoded(value) ?? '')
  const existence = await exists[found.name](first, second, fields, query)
  return existence === 'removed' ? 410 : existence ? null : 404
}
