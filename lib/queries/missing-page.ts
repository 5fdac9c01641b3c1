import 'server-only'
import { isNaming, type NamingPage, pageAt } from '@/lib/pages'
import { container } from '@/lib/server/container'
import { decoded } from './decoded'
import { hasCheck } from './findings'
import { operatorSession } from './operator'
import { pipelineExists } from './pipeline'

/** Whether there is what a page names, by the values in its path, in their order. */
const exists: Readonly<
  Record<NamingPage, (first: string, second: string, fields: Headers) => boolean | Promise<boolean>>
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
  ofWorkbench: async (id) => (await container().queries.workbench('digest', id)) !== null,
  viewOfWorkbench: async (id) => (await container().queries.workbench('viewDigest', id)) !== null,
  roundTrip: async (id) => (await container().queries.presentation.view(id))?.options.follows !== undefined,
}

/**
 * True when a page's address names something that does not exist. Called before the page is rendered: only
 * then can the framework set the status, and its own notFound sends no HTML at all.
 */
export async function isMissingPage(pathname: string, fields = new Headers()): Promise<boolean> {
  const found = pageAt(pathname)
  if (found === null || !isNaming(found.name)) return false
  const [first = '', second = ''] = found.values.map((value) => decoded(value) ?? '')
  return !(await exists[found.name](first, second, fields))
}
