import type { Recording } from '../record/recorder'

export type SessionKind = 'issuance' | 'presentation'

const parts = { issuance: ['events', 'deeplink', 'offer', 'jwks'], presentation: ['events', 'deeplink'] } as const
export const reportFormats = ['json', 'junit', 'md', 'html', 'har'] as const

/** The address of a session's read-back. */
export const sessionPath = (kind: SessionKind, id: string): string =>
  kind === 'issuance' ? `/sessions/${id}` : `/openid4vp/sessions/${id}`

/** Records everything that a tester can read about a session: read-back, its parts, its reports, its page. */
export async function readSession(
  recording: Recording,
  kind: SessionKind,
  id: string,
  { page = true }: { readonly page?: boolean } = {},
): Promise<void> {
  const path = sessionPath(kind, id)
  await recording.ask({ path })
  for (const part of parts[kind]) await recording.ask({ path: `${path}/${part}` })
  for (const format of reportFormats) await recording.ask({ path: `${path}/report?format=${format}` })
  if (page) await recording.ask({ path: `/inspect/${kind}/${id}` })
}
