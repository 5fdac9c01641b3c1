import type { DcApiProtocol } from '@/lib/core/ground/ports/dc-api'
import { verifierPresets } from './verifier-presets'

/** How the request reaches the wallet. */
export const channels = [
  { value: '', label: 'by link' },
  { value: 'dc_api', label: 'through the browser' },
] as const

const asked = (label: string, ...protocols: readonly DcApiProtocol[]) => ({
  /** As a form sends the member. */
  value: protocols.length === 0 ? '' : JSON.stringify(protocols),
  label,
  /** Annex C asks for mdocs alone. */
  mdocOnly: protocols.includes('org-iso-mdoc'),
})

/** The requests that a browser may be handed: of one kind, or of every kind in one call. */
export const browserRequests = [
  asked('signed'),
  asked('unsigned', 'openid4vp-v1-unsigned'),
  asked('multi-signed', 'openid4vp-v1-multisigned'),
  asked('ISO mdoc', 'org-iso-mdoc'),
  asked('all', 'openid4vp-v1-signed', 'openid4vp-v1-unsigned', 'openid4vp-v1-multisigned', 'org-iso-mdoc'),
]

/** The preset that fits a request to a browser: the one that is chosen, or that of an mdoc where nothing else can be asked. */
export function presetFor(request: string, preset: string): string {
  const { mdocOnly = false } = browserRequests.find(({ value }) => value === request) ?? {}
  const query = verifierPresets.find(({ id }) => id === preset)
  // The text of the editor is the tester's own: the service says what does not fit.
  if (!mdocOnly || query === undefined) return preset
  const formats: unknown[] = Array.isArray(query.query?.credentials)
    ? query.query.credentials.map((one) =>
        typeof one === 'object' && one !== null && 'format' in one ? one.format : null,
      )
    : [null]
  return formats.every((format) => format === 'mso_mdoc') ? preset : 'mdoc'
}
