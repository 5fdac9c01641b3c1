import 'server-only'
import { isOrganisation, zSlug } from '@/lib/core/campaigns/published/publish-rules'
import { makePublishToken } from '@/lib/core/campaigns/published/publish-token'
import { digestOf } from '@/lib/core/shared/ports/digests'
import { publishedBounds } from '@/lib/core/shared/ports/published'
import { operatorSession } from '@/lib/queries/operator'
import { madeTokenSubject } from '@/lib/queries/publish-tokens'
import { container } from '@/lib/server/container'

const slugsMax = 20

/**
 * Makes a publish token for an organisation and its slugs. Its text is kept for one view in the operator's session; storage
 * has only its digest. Returns the id of that view, or an error code. Callers must have checked the operator's session.
 */
export async function makeToken(
  { organisation, slugs: typed }: { readonly organisation: string; readonly slugs: string },
  headers: Headers,
): Promise<{ readonly made: string } | { readonly problem: string }> {
  const session = operatorSession(headers)
  if (session === null) return { problem: 'session_over' }
  if (!isOrganisation(organisation)) return { problem: 'invalid_organisation' }
  const slugs = [...new Set(typed.split(/[\s,]+/).filter((slug) => slug !== ''))]
  if (slugs.length === 0 || slugs.length > slugsMax || slugs.some((slug) => !zSlug.safeParse(slug).success))
    return { problem: 'invalid_slugs' }
  const { ports, operatorDrafts } = container()
  if ((await ports.published.tokens()).length >= publishedBounds.tokens) return { problem: 'too_many_tokens' }
  const token = makePublishToken(ports)
  const digest = digestOf(token, ports.sha256)
  await ports.published.addToken({ organisation, slugs, createdAt: ports.now(), digest })
  const draft = { subject: madeTokenSubject, fields: [['token', token] as const], problems: [], refusal: null }
  return { made: operatorDrafts.keep(session, draft) }
}

/** Revokes a token for good. Callers must have checked the operator's session. */
export async function revokeToken(id: string): Promise<void> {
  const { published, now } = container().ports
  if (/^[A-Za-z0-9]{1,20}$/.test(id)) await published.revokeToken(id, now())
}
