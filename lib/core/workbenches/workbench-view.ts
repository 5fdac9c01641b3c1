import type { z } from 'zod'
import { codeLinks, doorIdOf, viewIdOf, workbenchMark } from '../engine/sessions/workbench'
import type { KeyedHash } from '../shared/ports/ports'
import { doorOfferUri, doorRequestUri, workbenchPageUri, workbenchViewUri } from '../shared/ports/uris'
import type { Workbench } from '../shared/ports/workbench'
import { type EpochMillis, toIso } from '../shared/time/time'
import type { zWorkbench } from './z-workbench'

/** The links in the two codes of a workbench, and the addresses in them. */
function doorLinks({ code }: Pick<Workbench, 'code'>, doorId: string, baseUrl: string) {
  const offerUri = doorOfferUri(baseUrl, doorId)
  const requestUri = doorRequestUri(baseUrl, doorId)
  const links = codeLinks(code, { offerUri, requestUri })
  return {
    issuance: { deeplink: links.issuance, credential_offer_uri: offerUri },
    presentation: { deeplink: links.presentation, request_uri: requestUri, client_id: code.clientId },
  }
}

/**
 * A workbench as its interface returns it to who has its id.
 * @param codeEndsAt when the code that asks for a presentation ends; `null` for no end in sight
 */
export function workbenchView(
  workbenchId: string,
  workbench: Workbench,
  {
    baseUrl,
    keyedHash,
    codeEndsAt,
  }: { readonly baseUrl: string; readonly keyedHash: KeyedHash; readonly codeEndsAt: EpochMillis | null },
): z.infer<typeof zWorkbench> {
  const links = doorLinks(workbench, doorIdOf(workbenchId, keyedHash), baseUrl)
  return {
    workbench_id: workbenchId,
    mark: workbenchMark(workbench.digest),
    name: workbench.name ?? null,
    wallet: workbench.wallet === undefined ? null : { ...workbench.wallet },
    page_url: workbenchPageUri(baseUrl, workbenchId),
    view_url: workbenchViewUri(baseUrl, viewIdOf(workbenchId, workbench.viewNumber, keyedHash)),
    issuance: { ...links.issuance, settings: workbench.issuance, former: [...(workbench.former?.issuance ?? [])] },
    presentation: {
      ...links.presentation,
      code_ends_at: codeEndsAt === null ? null : toIso(codeEndsAt),
      settings: workbench.presentation,
      former: [...(workbench.former?.presentation ?? [])],
    },
    last_number: workbench.lastNumber,
    created_at: toIso(workbench.createdAt),
    expires_at: toIso(workbench.expiresAt),
  }
}
