import { buildOpenApi } from '@/lib/contract/openapi/build-openapi'
import type { OpenApiDocument } from '@/lib/contract/openapi/document'
import type { ProtocolSettings } from '@/lib/core/ground/ports/settings'

const made = new Map<boolean, OpenApiDocument>()

/**
 * The OpenAPI document under these settings. The first call takes a while, so the wiring makes it at start. It is not made
 * when this file is loaded: the pages have a copy of the file, and ask the wiring for the document.
 */
export function descriptionFor({ parRequireDpop }: Pick<ProtocolSettings, 'parRequireDpop'>): OpenApiDocument {
  const known = made.get(parRequireDpop) ?? buildOpenApi({ parRequireDpop })
  made.set(parRequireDpop, known)
  return known
}
