import 'server-only'
import { digestOf } from '@/lib/core/shared/ports/digests'
import { container } from '@/lib/server/container'
import { shared } from '@/lib/server/pages/shared'

type Kind = 'issuance' | 'presentation'

/** Fields of a form that say nothing about the settings of a session. */
const notSettings = ['name', 'rename_digest', 'wing', 'compared_exchange', 'compared_session']

/** Equal for forms that make sessions with equal settings. */
function keyOf(kind: Kind, fields: Iterable<readonly [string, unknown]>): string {
  // Browsers end the lines of a form with two characters.
  const said = [...fields]
    .filter(([name, value]) => !notSettings.includes(name) && value !== '')
    .map(([name, value]) => [name, String(value).replaceAll('\r\n', '\n')])
    .sort()
  return digestOf(JSON.stringify([kind, said]), container().ports.sha256)
}

/** The session in which the reference wallet last answered these settings; `null` if none is known. */
export const keptReference = async (kind: Kind, fields: Readonly<Record<string, string>>): Promise<string | null> =>
  shared().referenceRuns.get(keyOf(kind, Object.entries(fields))) ?? null

/** Keeps the session in which it answered the settings of a form, as long as this process runs. */
export const keepReference = (kind: Kind, fields: FormData, sessionId: string): void =>
  shared().referenceRuns.set(keyOf(kind, fields), sessionId)
