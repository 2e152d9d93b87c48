import { useQuery } from '@tanstack/react-query'
import { servedAreas } from '../data/capabilities/queries.ts'
import { manageScreens } from './manage-screens.ts'

/** The screens beyond the desk that the signed-in agent may open. */
export function useManageScreens(): readonly (typeof manageScreens)[number][] {
  const may = useQuery(servedAreas).data?.may ?? []
  return manageScreens.filter(({ policy }) => may.includes(policy))
}
