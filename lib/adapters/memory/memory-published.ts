import {
  type PublishedContent,
  type PublishedStatement,
  type PublishedWallets,
  type PublishToken,
  publishedBounds,
} from '@/lib/core/shared/ports/published'

interface Row {
  statement: PublishedStatement
  content: PublishedContent | null
}

const sameSubject = (one: PublishedStatement, other: Omit<PublishedStatement, 'id' | 'removedAt' | 'whole'>): boolean =>
  one.slug === other.slug &&
  one.wallet.name === other.wallet.name &&
  one.wallet.version === other.wallet.version &&
  one.edition === other.edition

/** Published wallets in the memory of this process, for tests and for warming up. */
export function createMemoryPublished(): PublishedWallets {
  const tokens: (PublishToken & { readonly digest: string })[] = []
  const holders = new Map<string, string>()
  const rows: Row[] = []
  let made = 0
  const nextId = (): string => `published${String(made++).padStart(6, '0')}`
  const newestFirst = (found: readonly Row[]): PublishedStatement[] =>
    found.map(({ statement }) => statement).sort((one, other) => other.madeAt - one.madeAt)
  return {
    tokens: async () =>
      [...tokens]
        .reverse()
        .slice(0, publishedBounds.tokens)
        .map(({ digest: _, ...token }) => token),
    async tokenByDigest(wanted) {
      const found = tokens.find(({ digest }) => digest === wanted)
      if (found === undefined) return null
      const { digest: _, ...token } = found
      return token
    },
    addToken: async (token) => void tokens.push({ ...token, id: nextId(), revokedAt: null }),
    async revokeToken(id, at) {
      const index = tokens.findIndex((token) => token.id === id && token.revokedAt === null)
      const found = tokens[index]
      if (found !== undefined) tokens[index] = { ...found, revokedAt: at }
    },
    holder: async (slug) => holders.get(slug) ?? null,
    async hold(slug, token, before) {
      if ((holders.get(slug) ?? null) !== before) return false
      holders.set(slug, token)
      return true
    },
    statements: async (slug) =>
      newestFirst(rows.filter(({ statement }) => statement.slug === slug)).slice(0, publishedBounds.statements),
    listed: async () =>
      newestFirst(rows.filter(({ statement }) => statement.removedAt === null)).slice(0, publishedBounds.listed),
    async put(statement, content) {
      const index = rows.findIndex((row) => sameSubject(row.statement, statement))
      const id = rows[index]?.statement.id ?? nextId()
      const row: Row = {
        statement: { ...statement, id, removedAt: null, whole: content.bundle !== null },
        content,
      }
      if (index === -1) rows.push(row)
      else rows[index] = row
    },
    document: async (id) => rows.find(({ statement }) => statement.id === id)?.content?.document ?? null,
    file: async (id, which) => rows.find(({ statement }) => statement.id === id)?.content?.[which] ?? null,
    async remove(id, at) {
      const row = rows.find(({ statement }) => statement.id === id)
      if (row === undefined || row.statement.removedAt !== null) return
      row.statement = { ...row.statement, removedAt: at, whole: false }
      row.content = null
    },
    async forget(expiredBefore) {
      for (let index = rows.length - 1; index >= 0; index--)
        if ((rows[index]?.statement.expiresAt ?? expiredBefore) < expiredBefore) rows.splice(index, 1)
    },
  }
}
