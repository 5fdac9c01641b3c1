// What a migration may make a collection of. PocketBase takes plain members there, though its own declarations name what
// reading them gives: scripts/pocketbase-types.mjs puts this in their place.

interface CollectionDraft {
  name: string
  type: 'base' | 'auth' | 'view'
  fields?: FieldDraft[]
  indexes?: string[]
  listRule?: string | null
  viewRule?: string | null
  createRule?: string | null
  updateRule?: string | null
  deleteRule?: string | null
  viewQuery?: string
}

type FieldDraft = {
  name: string
  required?: boolean
  hidden?: boolean
  system?: boolean
} & (
  | { type: 'bool' | 'date' | 'url' }
  | { type: 'autodate'; onCreate?: boolean; onUpdate?: boolean }
  | { type: 'file'; maxSelect: number; maxSize: number; mimeTypes: string[]; thumbs?: string[]; protected?: boolean }
  | { type: 'json'; maxSize?: number }
  | { type: 'number'; onlyInt?: boolean; min?: number; max?: number }
  | { type: 'relation'; collectionId: string; maxSelect?: number; minSelect?: number; cascadeDelete?: boolean }
  | { type: 'select'; maxSelect: number; values: string[] }
  | { type: 'text'; min?: number; max?: number; pattern?: string; primaryKey?: boolean; autogeneratePattern?: string }
)
