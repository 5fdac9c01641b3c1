/** Forms of `status` in a credential that break a rule of it. TSL14-6.2, TSL14-6.3, RFC 3986 */
const wrongReferences = [
  'empty',
  'without_list',
  'idx_missing',
  'idx_negative',
  'idx_text',
  'uri_missing',
  'uri_no_scheme',
  'uri_space',
  'uri_bad_percent',
  'uri_pipe',
  'uri_empty',
] as const
export type WrongReference = (typeof wrongReferences)[number]

/** What only a reader of the list finds. TSL14-8.3 */
const wrongLists = ['out_of_bounds', 'sub_differs', 'list_expired', 'list_bad_signature', 'list_404'] as const
export type WrongList = (typeof wrongLists)[number]

/** Every value of `form`. */
export const statusForms = ['right', ...wrongReferences, ...wrongLists] as const
