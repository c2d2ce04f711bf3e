export { GraphQLJSON as JsonScalar } from "graphql-scalars";
