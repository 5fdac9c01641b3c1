import { plain } from '../../engine/endpoints/endpoint'
import { jsonReply } from '../../ground/http/reply'
import { issuerConfigurations } from '../configurations'
import { buildCatalogueEntry } from '../configurations/catalogue-entry'

/** `GET /issuers`: every issuer configuration, with the addresses of its metadata. */
export const listIssuers = plain(async ({ settings }) => ({
  reply: jsonReply(
    200,
    issuerConfigurations.map((configuration) => buildCatalogueEntry(settings.baseUrl, configuration)),
  ),
}))
