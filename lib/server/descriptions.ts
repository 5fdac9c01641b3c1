import { buildOpenApi } from '@/lib/contract/openapi/build-openapi'
import type { OpenApiDocument } from '@/lib/contract/openapi/document'
import type { ProtocolSettings } from '@/lib/core/settings'

/** Made once at start, because making one takes a fifth of a second. */
const descriptions = { true: buildOpenApi(), false: buildOpenApi({ parRequireDpop: false }) }

/** The description of the interface under these settings. */
export const descriptionFor = ({ parRequireDpop }: Pick<ProtocolSettings, 'parRequireDpop'>): OpenApiDocument =>
  descriptions[`${parRequireDpop}`]
