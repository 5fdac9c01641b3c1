import { buildOpenApi } from '@/lib/contract/openapi/build-openapi'
import type { OpenApiDocument } from '@/lib/contract/openapi/document'
import type { ProtocolSettings } from '@/lib/core/settings'

/** Made once at start, because making one takes 0.2 s. */
const descriptions = { true: buildOpenApi(), false: buildOpenApi({ parRequireDpop: false }) }

/** The OpenAPI document under these settings. */
export const descriptionFor = ({ parRequireDpop }: Pick<ProtocolSettings, 'parRequireDpop'>): OpenApiDocument =>
  descriptions[`${parRequireDpop}`]
