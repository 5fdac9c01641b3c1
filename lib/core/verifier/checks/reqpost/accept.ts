import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { quoteStart, say, word } from '../../../ground/values/wording'
import { onPost } from '../../judgements/on-post'
import type { RequestFetchReading } from '../../read/request/request-fetch-reading'

const mediaType = 'application/oauth-authz-req+jwt'

export const reqpostAccept = defineCheck<RequestFetchReading>('vp.reqpost.accept', {
  title: 'Fetch by POST accepts the media type of a request object',
  problem: 'The fetch by POST does not accept the media type of a request object',
  clauses: ['OID4VP-1FINAL-5.10'],
  level: 'must',
  counterpart: 'EnsureIncomingRequestAcceptHeaderIsApplicationOauthAuthzReqJwt',
  why: 'OpenID4VP fixes the Accept header of this request.',
  hint: 'Send Accept: application/oauth-authz-req+jwt.',
  run: onPost((_post, { accept }) =>
    accept?.split(',').some((part) => part.split(';')[0]?.trim().toLowerCase() === mediaType)
      ? pass(quoteStart(accept, 200))
      : violated({ expected: word(mediaType), actual: quoteStart(accept, 200) ?? say`no Accept header` }),
  ),
})
