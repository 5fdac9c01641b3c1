// The members from which a migration may create a collection. PocketBase accepts plain objects, although its own
// declarations describe what reading returns: scripts/pocketbase-types.mjs replaces them with this.

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
