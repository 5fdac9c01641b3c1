import { buildOpenApi } from '@/lib/contract/openapi/build-openapi'
import type { OpenApiDocument } from '@/lib/contract/openapi/document'
import type { ProtocolSettings } from '@/lib/core/ground/ports/settings'

const made = new Map<boolean, OpenApiDocument>()

/**
 * The OpenAPI document under these settings. The first call is slow, so the wiring makes it at start. The document is
 * not built when this module is loaded, because the pages load a copy of the module and get the document from the
 * wiring.
 */
export function descriptionFor({ parRequireDpop }: Pick<ProtocolSettings, 'parRequireDpop'>): OpenApiDocument {
  const known = made.get(parRequireDpop) ?? buildOpenApi({ parRequireDpop })
  made.set(parRequireDpop, known)
  return known
}
