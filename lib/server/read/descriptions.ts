import { buildOpenApi } from '@/lib/contract/openapi/build-openapi'
import type { OpenApiDocument } from '@/lib/contract/openapi/document'
import type { ProtocolSettings } from '@/lib/core/shared/ports/settings'

const made = new Map<boolean, OpenApiDocument>()

/**
 * The OpenAPI document under these settings, kept after the first call. That one takes a tenth of a start, and no wallet
 * waits for it: warming up makes it, or else its first reader. The pages get it from the wiring, for they load a copy of
 * this module.
 */
export function descriptionFor({ parRequireDpop }: Pick<ProtocolSettings, 'parRequireDpop'>): OpenApiDocument {
  const known = made.get(parRequireDpop) ?? buildOpenApi({ parRequireDpop })
  made.set(parRequireDpop, known)
  return known
}
