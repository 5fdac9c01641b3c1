import { z } from 'zod'
import { usualValidDays, validDays, zSlug } from '@/lib/core/campaigns/published/publish-rules'
import { zPublished } from '@/lib/core/campaigns/published/z-published'
import { bodyBytesMax } from '@/lib/core/shared/http/limits'
import { contractGroup } from './contract-entry'
import { error, json, zEditionName } from './z-common'

const common = {
  extension: true,
  recorded: false,
  origin: 'operator',
  area: 'tester',
  underIssuer: false,
  cors: false,
  anyHost: false,
} as const
const archive = z.string().meta({ format: 'binary' })
/** @param otherwise what counts where no edition is named */
const editionQuery = (otherwise: string) => ({
  edition: {
    required: false,
    description: `Id of the edition of the official cases, or seven digits of its commit at least. Absent: ${otherwise}.`,
    schema: zEditionName,
  },
})
const refusals = { 401: error, 403: error, 429: error, 503: error } as const

/** What organisations publish of their wallets. Everybody reads it; a publish token or the admin key writes it. */
export const publishedContract = contractGroup({
  publishWallet: {
    ...common,
    method: 'POST',
    path: '/wallets',
    summary: 'Publishes the statement in an evidence bundle of official cases',
    auth: 'publisher',
    bodyBytesMax: bodyBytesMax.publishedBundle,
    query: {
      slug: { required: true, description: 'Its place: /wallets/{slug}.', schema: zSlug },
      contact: {
        required: false,
        description: 'An https link, or mailto, that the page shows.',
        schema: z.string().max(300),
      },
      days: {
        required: false,
        description: 'For how many days it is valid.',
        schema: z.enum(validDays.map(String)).default(String(usualValidDays)),
      },
      whole: {
        required: false,
        description: 'With true, the whole evidence bundle becomes public too.',
        schema: z.enum(['true', 'false']).default('false'),
      },
      organisation: {
        required: false,
        description: 'Who publishes, with the admin key; with a token it is the organisation of the token.',
        schema: z.string().max(100),
      },
    },
    request: { 'application/x-tar': archive },
    replies: { 201: json(zPublished), 400: error, 413: error, ...refusals, 507: error },
  },
  removeWallet: {
    ...common,
    method: 'DELETE',
    path: '/wallets/{slug}/{version}',
    summary: 'Removes what was published of a version, in one edition or in all; its address answers 410 from then on',
    auth: 'publisher',
    bodyBytesMax: 0,
    query: editionQuery('every edition of this version is removed'),
    replies: { 204: {}, 404: error, ...refusals },
  },
  getPublishedFile: {
    ...common,
    method: 'GET',
    path: '/wallets/{slug}/{version}/{file}',
    summary: '`statement.tar`, the signed statement, or `bundle.tar`, the whole bundle if its owner published it',
    auth: 'none',
    bodyBytesMax: 0,
    query: editionQuery('the newest that is published of this version'),
    replies: { 200: { 'application/x-tar': archive }, 404: error, 410: error, 503: error },
    replyWords: { 410: 'Its publisher has removed it' },
    replyHeaders: { 200: { 'Content-Disposition': 'Browsers store the archive as a file' } },
  },
  getWalletBadge: {
    ...common,
    method: 'GET',
    path: '/badge/wallet/{file}',
    summary: 'The newest statement of a published wallet as a badge, which names its edition: `{slug}.svg`',
    auth: 'none',
    bodyBytesMax: 0,
    replies: { 200: { 'image/svg+xml': z.string() }, 404: error, 503: error },
    replyHeaders: {
      200: {
        'Content-Security-Policy': 'Prevents the picture from running or loading anything',
        'Cross-Origin-Resource-Policy': 'Other sites may embed the picture',
      },
    },
  },
})
