/** How a case was decided. Cases of two of these are never added up. */
export const methods = ['machine', 'machine_silence', 'person', 'driver', 'told', 'none'] as const
