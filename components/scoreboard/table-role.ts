type TableRole = 'table' | 'rowgroup' | 'row' | 'columnheader' | 'rowheader' | 'cell'

/**
 * The role of a part of the table. On a narrow screen the table is laid out as blocks, and some browsers then drop its
 * semantics.
 */
export const tableRole = (role: TableRole): { readonly role: TableRole } => ({ role })
