import 'server-only'
import { checkById } from '@/lib/core/wings'
import { container } from '@/lib/server/wiring/container'
import { decoded } from './decoded'
import { pipelineView } from './pipeline'

/**
 * True when a page's address names a session or a check that does not exist. Called before the page is rendered: only
 * then can the framework set the status, and its own notFound sends no HTML at all.
 */
export async function isMissingPage(pathname: string): Promise<boolean> {
  const check = /^\/checks\/([^/]+)$/.exec(pathname)?.[1]
  if (check !== undefined) return checkById(decoded(check) ?? '') === null
  const [, organization, slug] = /^\/hub\/pipelines\/([^/]+)\/([^/]+)$/.exec(pathname) ?? []
  if (organization !== undefined && slug !== undefined)
    return (await pipelineView(`${decoded(organization) ?? ''}/${decoded(slug) ?? ''}`)) === null
  const { issuance, presentation, hasCampaign } = container().queries
  const campaign = /^\/inspect\/campaign\/([^/]+)$/.exec(pathname)?.[1]
  if (campaign !== undefined) return !(await hasCampaign(decoded(campaign) ?? ''))
  const [, kind, session = ''] = /^\/inspect\/(issuance|presentation|round-trip)\/([^/]+)$/.exec(pathname) ?? []
  if (kind === 'issuance') return !(await issuance.has(decoded(session) ?? ''))
  if (kind === 'round-trip') return (await presentation.view(decoded(session) ?? ''))?.options.follows === undefined
  return kind === 'presentation' && !(await presentation.has(decoded(session) ?? ''))
}
