import { z } from 'zod'

/** The answer to a publication. */
export const zPublished = z
  .object({
    slug: z.string(),
    wallet: z.object({ name: z.string(), version: z.string() }),
    page_url: z.url(),
    version_url: z.url(),
    badge_url: z.url(),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'WalletPublished' })
