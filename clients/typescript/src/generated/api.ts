// Generated from the API description by `npm run generate`. Do not edit.
export interface paths {
    "/api/v1/intelligence/facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show the facets over all libraries, or over some
         * @description Bounded by `facet_limit` (default 12, at most 32).
         */
        post: operations["getFacets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/intelligence/libraries/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List libraries with item counts and facets
         * @description Bounded by `artifact_limit` (default 8, at most 24), `facet_limit` (default 12, at most 32), `summary_max_chars` (default 400, at most 800).
         */
        post: operations["getOverview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/intelligence/candidates:multi-search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search items by up to 8 texts; each text has its own list, best match first
         * @description Bounded by `artifact_limit` (default 8, at most 24), `candidate_limit` (default 12, at most 50), `facet_limit` (default 12, at most 32), `grounding_limit` (default 12, at most 48), `summary_max_chars` (default 400, at most 800).
         */
        post: operations["multiSearchCandidates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/intelligence/candidates:search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search items by text, best match first
         * @description Bounded by `artifact_limit` (default 8, at most 24), `candidate_limit` (default 12, at most 50), `facet_limit` (default 12, at most 32), `grounding_limit` (default 12, at most 48), `summary_max_chars` (default 400, at most 800).
         */
        post: operations["searchCandidates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/intelligence/items:browse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List items by sort and filters, without a query
         * @description Bounded by `artifact_limit` (default 8, at most 24), `grounding_limit` (default 12, at most 48), `summary_max_chars` (default 400, at most 800).
         */
        post: operations["browseItems"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/intelligence/items/{media_id}/context": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show an item with its credits, place in a series, artifacts and related items
         * @description Bounded by `artifact_limit` (default 8, at most 24), `facet_limit` (default 12, at most 32), `grounding_limit` (default 12, at most 48), `related_limit` (default 8, at most 24), `summary_max_chars` (default 400, at most 800).
         */
        post: operations["getItemContext"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/intelligence/items/{media_id}/related": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List items related to an item, each with its reasons
         * @description Bounded by `artifact_limit` (default 8, at most 24), `grounding_limit` (default 12, at most 48), `related_limit` (default 8, at most 24), `summary_max_chars` (default 400, at most 800).
         */
        post: operations["listRelatedItems"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/intelligence/items:contexts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show up to 25 items, each with its credits, place in a series, and artifacts
         * @description Bounded by `artifact_limit` (default 8, at most 24), `facet_limit` (default 12, at most 32), `grounding_limit` (default 12, at most 48), `summary_max_chars` (default 400, at most 800).
         */
        post: operations["getItemContexts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/intelligence/items:next-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the next episode of each series that the caller has begun
         * @description Bounded by `artifact_limit` (default 8, at most 24), `grounding_limit` (default 12, at most 48), `summary_max_chars` (default 400, at most 800).
         */
        post: operations["listNextUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/intelligence/grounding:verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check whether groundings of earlier answers still hold
         * @description The body has at most 1,114,112 bytes, unless the service is set to another limit.
         *
         *     Bounded by `summary_max_chars` (default 400, at most 800).
         */
        post: operations["verifyGrounding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/intelligence/artifacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List active artifacts that the caller may see, newest first
         * @description Bounded by `artifact_limit` (default 8, at most 24), `grounding_limit` (default 12, at most 48), `summary_max_chars` (default 400, at most 800).
         */
        post: operations["listArtifacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/intelligence/artifacts/{artifact_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show an active artifact; a superseded one gives 410 with its successor
         * @description Bounded by `artifact_limit` (default 8, at most 24), `grounding_limit` (default 12, at most 48), `summary_max_chars` (default 400, at most 800).
         */
        get: operations["getArtifact"];
        /**
         * Create or replace an artifact
         * @description The body has at most 1,114,112 bytes, unless the service is set to another limit.
         *
         *     Bounded by `artifact_limit` (default 8, at most 24), `grounding_limit` (default 12, at most 48), `summary_max_chars` (default 400, at most 800).
         */
        put: operations["putArtifact"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/intelligence/artifacts/{artifact_id}:invalidate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Invalidate an artifact and everything derived from it */
        post: operations["invalidateArtifact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/intelligence/artifacts:search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Alias of `POST /intelligence/artifacts`
         * @description Bounded by `artifact_limit` (default 8, at most 24), `grounding_limit` (default 12, at most 48), `summary_max_chars` (default 400, at most 800).
         */
        post: operations["searchArtifacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/intelligence/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's runs, newest first
         * @description Bounded by `summary_max_chars` (default 400, at most 800).
         */
        get: operations["listRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/intelligence/runs/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create a run or change its state
         * @description The body has at most 1,114,112 bytes, unless the service is set to another limit.
         *
         *     Bounded by `summary_max_chars` (default 400, at most 800).
         */
        put: operations["putRun"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/intelligence/runs/{run_id}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show a run with a page of its tool calls, by sequence number
         * @description Bounded by `artifact_limit` (default 8, at most 24), `grounding_limit` (default 12, at most 48), `summary_max_chars` (default 400, at most 800), `tool_call_limit` (default 16, at most 64).
         */
        post: operations["auditRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/intelligence/runs/{run_id}/tool-calls/{sequence}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create a tool call of a run or change its state
         * @description The body has at most 1,114,112 bytes, unless the service is set to another limit.
         *
         *     Bounded by `summary_max_chars` (default 400, at most 800).
         */
        put: operations["putToolCall"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/intelligence/runs/{run_id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Verify that the history of a run is complete and unchanged */
        get: operations["verifyRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-protected-resource/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe how to get access to the MCP endpoint (RFC 9728) */
        get: operations["getProtectedResource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/intelligence/tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List tool definitions for function calling */
        get: operations["listTools"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a message of the Model Context Protocol (MCP), with tools over the other routes
         * @description The body has at most 1,114,112 bytes, unless the service is set to another limit.
         */
        post: operations["answerMcp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/catalog/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Import records as NDJSON; invalid lines are reported by number, valid lines are stored */
        post: operations["importCatalog"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/catalog/items/{media_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete an item with its seasons and episodes */
        delete: operations["removeItem"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/catalog/libraries/{library_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a library with all its items */
        delete: operations["removeLibrary"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/watch-states/{media_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set the watch state of a movie or an episode */
        put: operations["setWatchState"];
        post?: never;
        /** Delete the watch state of a movie or an episode */
        delete: operations["deleteWatchState"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List administrative acts, newest first */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List accounts, sorted by username */
        get: operations["listUsers"];
        put?: never;
        /** Create a local account, a service account, or an account for a user of an external issuer */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/users/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show an account */
        get: operations["getUser"];
        put?: never;
        post?: never;
        /** Delete an account and everything that it owns */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /** Change rights, libraries, state or password of an account; takes effect with the next request */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/api/v1/admin/users/{user_id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the API keys of a service account, without their secrets */
        get: operations["listKeys"];
        put?: never;
        /** Create an API key; the answer is the only one that shows it */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/users/{user_id}/keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an API key; takes effect with the next request */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/users/{user_id}/keys/{key_id}:rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace an API key; both keys are valid for an overlap */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/exchange": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Exchange the API key of a service account for a short-lived token of a user */
        post: operations["exchangeKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Log in with a username and a password */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Log out: end the session and refuse its tokens */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the caller's account */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Exchange a refresh token for new tokens; a second use more than one second later ends its session */
        post: operations["refreshTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/read-models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the state of the read model for each library: rows by status, queue length, last error */
        get: operations["getReadModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/read-models/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Queue read-model rows to be derived again: of all libraries, one library or one item */
        post: operations["refreshReadModels"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Liveness: the process answers */
        get: operations["getLive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Readiness: the service can answer requests; otherwise 503 with the results of all checks */
        get: operations["getReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AccountResponse: {
            /** @description UUID. */
            user_id: string;
            /** @description Name of the account. */
            username: string;
            /**
             * @description Role. Administrators have all rights except `act_for_users`.
             * @enum {string}
             */
            role: "admin" | "user";
            /** @description Rights in addition to the role, such as `artifacts:write`; `catalog:write:<library id>` is for one library. */
            scopes: string[];
            /** @description UUIDs of the libraries that the account may see; null means all. */
            library_ids: string[] | null;
        };
        ArtifactResponse: {
            /** @description UUID of the artifact. */
            artifact_id: string;
            /**
             * @description What the artifact contains.
             * @enum {string}
             */
            kind: "summary" | "user_note" | "generated_answer" | "recommendation" | "collection" | "analysis" | "audit_record";
            /**
             * @description Origin of `title`, `summary` and `producer`: `user` if the artifact names no run and is a `user_note` or a
             *     `collection`, otherwise `generated`.
             * @enum {string}
             */
            origin: "catalog" | "user" | "generated";
            /**
             * @description `global`: for all who see its library, or for everybody if it has none; `user`: for its owner.
             * @enum {string}
             */
            scope: "global" | "user";
            /**
             * @description Reads return only `active` artifacts.
             * @enum {string}
             */
            status: "active" | "stale" | "superseded" | "invalidated";
            /**
             * Format: uuid
             * @description UUID of the library that the artifact is about; null if it is about no library.
             */
            library_id: string | null;
            /** @description The item that the artifact is about; null if it is about no item. */
            media: components["schemas"]["IntelligenceMediaRef"] | null;
            /** @description Title; at most 512 code points. */
            title: string;
            /** @description Summary of the artifact, cut to `caps.summary_max_chars`. */
            summary: components["schemas"]["IntelligenceSummary"];
            /** @description What the artifact was derived from. */
            provenance: components["schemas"]["IntelligenceProvenanceRef"][];
            /** @description What supports the artifact. */
            grounding: components["schemas"]["IntelligenceGroundingRef"][];
            /** @description Name of the program or model that made it; null if none was given. */
            producer: string | null;
            /**
             * Format: uuid
             * @description UUID of the artifact that this one superseded; null if it superseded none.
             */
            supersedes_artifact_id: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
            /** @description Who wrote the texts of the answer. */
            origins: components["schemas"]["IntelligenceOrigins"];
            /** @description How much the response budget left out; absent if it left nothing out. */
            dropped?: components["schemas"]["IntelligenceDropped"];
            /**
             * @description Number of sources that `provenance` does not list, because the caller may not see them, or because they no longer
             *     exist, are stale or unavailable, or are artifacts that are not active or that the caller's own artifact hides.
             */
            hidden_sources: number;
            /** @description Increases by one when a caller replaces or invalidates the artifact, not when a source changes. */
            revision: number;
        };
        ArtifactSourceRequest: {
            /** @description Media id of an item: `movie:<uuid>`, or another spelling, such as `Movies(<UUID>)`. */
            media_id?: string;
            /**
             * Format: uuid
             * @description UUID of an active artifact, or of the superseded artifact that the artifact of this request replaced. A source
             *     artifact of a global artifact must be global, too.
             */
            artifact_id?: string;
            /**
             * Format: uuid
             * @description UUID of a run of the caller.
             */
            run_id?: string;
            /**
             * Format: uuid
             * @description UUID of a tool call of the caller.
             */
            tool_call_id?: string;
            /**
             * @description Field of the source that was used, such as `overview`; at most 64 characters. If a media id is given and the field
             *     is `watch_state` or a part of it, such as `watch_state.state`, the source is the caller's watch state of the item.
             *     Global artifacts cannot have watch states as sources.
             */
            field?: string;
        };
        AuditActorResponse: {
            /**
             * @description `api`: a request; `command`: the command line; `service`: the service itself, for
             *     example when it creates the first administrator.
             * @enum {string}
             */
            origin: "api" | "command" | "service";
            /** @description UUID of the account that made the request; null for the other origins. */
            user_id: string | null;
            /** @description Name of the account at that time. */
            username: string | null;
            /** @description UUID of the API key of the request, or of the key that was exchanged for its token; null without one. */
            key_id: string | null;
            /** @description UUID of the service account that has the key; differs from `user_id` if the key was used for another account. */
            service_id: string | null;
        };
        AuditChangeResponse: {
            /** @description Name of the changed field. */
            field: string;
            /** @description Values that the act removed. The value `all` of `library_ids` stands for all libraries. Passwords are not shown. */
            removed: string[];
            /** @description Values that the act added. */
            added: string[];
        };
        AuditEntryResponse: {
            /** @description UUID. */
            entry_id: string;
            /**
             * Format: date-time
             * @description When the act was recorded.
             */
            recorded_at: string;
            /**
             * @description What was done.
             * @enum {string}
             */
            action: "account.create" | "account.change" | "account.delete" | "key.create" | "key.rotate" | "key.revoke" | "library.create" | "library.rename" | "library.delete";
            /** @description Who did it. */
            actor: components["schemas"]["AuditActorResponse"];
            /** @description UUID of the account, key or library. */
            target_id: string;
            /** @description Name of the account, key or library after the act, or before a deletion. */
            target_name: string;
            /** @description UUID of the changed account, or of the account that has the key; null for a library. */
            account_id: string | null;
            /** @description The changed fields. */
            changes: components["schemas"]["AuditChangeResponse"][];
            /** @description `X-Request-Id` of the request; null unless `actor.origin` is `api`. */
            request_id: string | null;
        };
        AuditLogResponse: {
            /** @description The acts, newest first. */
            entries: components["schemas"]["AuditEntryResponse"][];
            /** @description The page, and how to get the next one. */
            page: components["schemas"]["IntelligencePage"];
        };
        BackgroundLoopsCheck: {
            /**
             * @description Whether the check passed.
             * @enum {string}
             */
            status: "up" | "down";
            /** @description The loops that fail. Empty while the status is `up`. */
            failing: components["schemas"]["FailingBackgroundLoop"][];
        };
        BrowseFilters: {
            /** @description 1 to 50 original languages, as stored in the catalog. */
            languages?: string[];
            /** @description 1 to 50 content ratings. */
            content_ratings?: string[];
            /** @description 1 to 50 full names of people. */
            people?: string[];
            /** @description 1 to 50 countries. */
            countries?: string[];
            /** @description Watch states of the caller. An item without one is `unwatched`, so every series and season is. */
            watch_states?: ("unwatched" | "in_progress" | "completed")[];
            /** @description Range of release years. */
            year?: components["schemas"]["YearRange"];
            /** @description Conditions on genres. */
            genres?: components["schemas"]["GenreFilter"];
            /** @description Range of runtimes, in minutes. */
            runtime_minutes?: components["schemas"]["RuntimeRange"];
        };
        BrowseRequest: {
            /**
             * @description How much of each row the answer contains; default `standard`. `ids` gives only the id. `brief` adds the title, the kind, the year and one line of text. Both omit all other fields, including those described as required. `full` is `standard` with the maximum of `facet_limit`, `grounding_limit` and `summary_max_chars`, unless the request sets them.
             * @enum {string}
             */
            detail?: "ids" | "brief" | "standard" | "full";
            /** @description Kinds of items. Default: all kinds, including seasons and episodes. */
            media_kinds?: ("movie" | "series" | "season" | "episode")[];
            /**
             * @description Order of the items; default `added`. `added`: latest `added_at` first. `year`: latest year first. `title`: by the
             *     title in lower case without accents, spaces and punctuation. `popularity`: highest first. `last_watched`: only
             *     items with a watch state of the caller, most recently watched first. Items without a year or popularity come last.
             * @enum {string}
             */
            sort?: "added" | "year" | "title" | "popularity" | "last_watched";
            /** @description Conditions that every item must satisfy. */
            filters?: components["schemas"]["BrowseFilters"];
            /** @description UUIDs of 1 to 50 libraries. Default: every library that the caller may see. */
            library_ids?: string[];
            /** @description Page of the list. */
            pagination?: components["schemas"]["IntelligencePagination"];
            /** @description Upper bounds of the lists and texts of the answer. */
            caps?: components["schemas"]["IntelligenceCaps"];
            /** @description Maximum size of the body of the answer. */
            budget?: components["schemas"]["IntelligenceBudget"];
        };
        BrowseResponse: {
            /** @description The caps that were applied. */
            caps: components["schemas"]["IntelligenceEffectiveCaps"];
            /** @description Who wrote the texts of the answer. */
            origins: components["schemas"]["IntelligenceOrigins"];
            /** @description How much the response budget left out; absent if it left nothing out. */
            dropped?: components["schemas"]["IntelligenceDropped"];
            /** @description The page, and how to get the next one. */
            page: components["schemas"]["IntelligencePage"];
            /** @description The items, in the order of `sort`. */
            items: components["schemas"]["BrowsedItem"][];
            /**
             * @description The order of the items.
             * @enum {string}
             */
            sort: "added" | "year" | "title" | "popularity" | "last_watched";
        };
        BrowsedItem: {
            /** @description The item. */
            media: components["schemas"]["IntelligenceMediaRef"];
            /** @description The item's overview, or its tagline if it has no overview, cut to `caps.summary_max_chars`. */
            summary: components["schemas"]["IntelligenceSummary"];
            /** @description Runtime in minutes; null if unknown. */
            runtime_minutes: number | null;
            /** @description Popularity, as the source of the catalog counts it; null if unknown. */
            popularity: number | null;
            /**
             * Format: date-time
             * @description When the service first stored the item.
             */
            added_at: string;
            /** @description The caller's watch state; null if the caller has none. */
            watch_state: components["schemas"]["BrowsedWatchState"] | null;
            /** @description The value that the item is sorted by; its title if it has no such value. */
            grounding: components["schemas"]["IntelligenceGroundingRef"][];
        };
        BrowsedWatchState: {
            /**
             * @description Watch state of the caller.
             * @enum {string}
             */
            state: "unwatched" | "in_progress" | "completed";
            /**
             * Format: date-time
             * @description When the caller last watched the item.
             */
            last_watched_at: string;
            /** @description Position in the item, in seconds from its start. */
            position_seconds: number;
            /** @description Duration of the item in seconds; zero if unknown. */
            duration_seconds: number;
        };
        CandidateFilters: {
            /** @description 1 to 50 original languages, as stored in the catalog. */
            languages?: string[];
            /** @description 1 to 50 content ratings. */
            content_ratings?: string[];
            /** @description 1 to 50 full names of people. */
            people?: string[];
            /** @description 1 to 50 countries. */
            countries?: string[];
            /** @description Watch states of the caller. An item without one is `unwatched`, so every series and season is. */
            watch_states?: ("unwatched" | "in_progress" | "completed")[];
            /** @description Range of release years. */
            year?: components["schemas"]["YearRange"];
            /** @description Conditions on genres. */
            genres?: components["schemas"]["GenreFilter"];
        };
        CandidateMatch: {
            /**
             * @description The field.
             * @enum {string}
             */
            field: "title" | "people" | "genres" | "overview";
            /**
             * @description `exact_title`: the query is a title; `title_prefix`: a title begins with it, apart from "the", "a" or "an";
             *     `all_terms`: the field has all words of the query; `most_terms`: at least half of them; `fuzzy`: fewer, or
             *     misspelled words.
             * @enum {string}
             */
            tier: "exact_title" | "title_prefix" | "all_terms" | "most_terms" | "fuzzy";
        };
        CandidateQuery: {
            /** @description Kinds of items. Default: all kinds, including seasons and episodes. */
            media_kinds?: ("movie" | "series" | "season" | "episode")[];
            /**
             * @description 1 to 512 code points after trimming. Quotation marks ask for a phrase. A minus sign after a space excludes the
             *     next word: items with this word in titles, people, genres, keywords or collection come later. No other character
             *     is an operator.
             */
            query: string;
            /**
             * @description Fields to search; absent: all. `title` includes other titles, the series' title, and the year, season and episode
             *     that a query asks for.
             */
            search_in?: ("title" | "people" | "genres" | "overview")[];
            /** @description Facets to count over all matches, not only those on the page. Default: none. */
            facets?: ("genre" | "release_decade" | "runtime_bucket" | "watch_state" | "library" | "media_kind" | "language" | "content_rating" | "country" | "person" | "collection")[];
            /** @description UUIDs of 1 to 50 libraries. Default: every library that the caller may see. */
            library_ids?: string[];
            /** @description Conditions that every item must satisfy. */
            filters?: components["schemas"]["CandidateFilters"];
            /** @description Whether to name the artifacts about each candidate; default true. */
            include_artifacts?: boolean;
        };
        CatalogImportError: {
            /** @description Number of the line, from 1; blank lines count. */
            line: number;
            /**
             * @description Error code, from a closed list.
             * @enum {string}
             */
            code: "line-too-long" | "invalid-utf8" | "malformed-json" | "not-an-object" | "unknown-type" | "unknown-field" | "missing-field" | "invalid-type" | "invalid-value" | "out-of-range" | "too-long" | "too-many" | "invalid-date" | "invalid-media-id" | "invalid-library-id" | "missing-parent" | "missing-media" | "missing-user" | "kind-conflict" | "library-conflict" | "parent-conflict" | "not-permitted" | "refused-by-database" | "not-processed";
            /** @description What is wrong with the line, often a field and what its value must be. Never contains the value. */
            message: string;
        };
        CatalogImportResult: {
            /** @description Records that changed something. */
            accepted: number;
            /**
             * @description Records that changed nothing, such as records that are already in the catalog, older watch states, and deletions of
             *     items or libraries that do not exist.
             */
            unchanged: number;
            /** @description Lines that were refused. All other lines were applied or changed nothing. */
            rejected: number;
            /** @description The first refused lines, in line order. */
            errors: components["schemas"]["CatalogImportError"][];
        };
        CitedEvidence: {
            /** @description The quoted text; at most 800 code points. */
            text: string;
            /** @description The budget that the text was cut to, in code points. It also limits `present_summary`. */
            max_chars?: number;
            /**
             * @description False: the text must equal a text that answers quote from the field. True, or absent: it must be a part of the
             *     field; for a library, the name must begin with it.
             */
            truncated?: boolean;
            /** @description Accepted, because answers contain it; not compared. */
            original_chars?: number;
        };
        CitedGrounding: {
            /**
             * @description Default: `intelligence_artifact` with an artifact id, otherwise `media_metadata`.
             * @enum {string}
             */
            source?: "library" | "media_metadata" | "watch_state" | "search_index" | "intelligence_artifact" | "tool_call" | "user_request";
            /**
             * @description Accepted, because answers contain it; not compared.
             * @enum {string}
             */
            origin?: "catalog" | "user" | "generated";
            /** @description Media id of the item: `movie:<uuid>`, or another spelling, such as `Movies(<UUID>)`. */
            media_id?: string;
            /**
             * Format: uuid
             * @description UUID of the artifact.
             */
            artifact_id?: string;
            /**
             * @description Field that contains the evidence, such as `title` or `overview`; 1 to 512 characters. Default: any field; for a
             *     watch state, its state.
             */
            field?: string;
            /** @description Accepted, because answers contain it; not compared. At most 512 code points. */
            label?: string;
            /** @description The cited text. */
            evidence?: components["schemas"]["CitedEvidence"];
            /**
             * @description The `source_hash` of the cited record, from the provenance of an artifact; 1 to 128 characters. The service
             *     compares it with the present hash of the item, artifact or watch state. It ignores the hash of a library.
             */
            source_hash?: string;
        };
        CreateKeyRequest: {
            /**
             * @description What the key is for: 1 to 64 code points.
             * @example nightly import
             */
            name: string;
            /** @description Days until the key expires, 1 to 3650; default 365. */
            lifetime_days?: number;
        };
        CreateUserRequest: {
            /**
             * @description Role; default `user`.
             * @enum {string}
             */
            role?: "admin" | "user";
            /** @description Rights in addition to the role; default none. */
            scopes?: string[];
            /**
             * @description UUIDs of the libraries that the account may see, at most 200. The nil and the max UUID are refused. The libraries
             *     need not exist yet. Null means all libraries. Default: null, or the libraries of `NEW_USER_LIBRARIES` for a user of
             *     an external issuer.
             */
            library_ids?: string[] | null;
            /** @description Whether the account is disabled: it cannot log in, and its tokens and API keys are refused. Default false. */
            disabled?: boolean;
            /**
             * @description The `sub` of a user of an external issuer, 1 to 255 printable characters. With AUTH_MODE=jwks it is required for a
             *     user, and replaces `username` and `password`. Otherwise it must be absent.
             * @example auth0|5f7c8ec7c33c6c004bbafe82
             */
            subject?: string;
            /** @description Issuer of `subject`; must be absent without it. Required if the service accepts tokens of several issuers. */
            issuer?: string;
            /**
             * @description 1 to 64 letters, digits and `. _ @ + -` of any script, beginning with a letter or digit. Refused if another account
             *     has this name in another case or width, or a name that looks like it.
             * @example reader
             */
            username?: string;
            /** @description Whether to create a service account: the account of a program, which has keys and no password. Default false. */
            service?: boolean;
            /**
             * Format: password
             * @description Password, 8 to 256 characters (code points); must be absent for a service account.
             */
            password?: string;
        };
        DatabaseCheck: {
            /**
             * @description Whether the check passed.
             * @enum {string}
             */
            status: "up" | "down";
            /** @description Whether reads use a role that cannot write; null while the database does not respond or has no tables. */
            separate_roles: boolean | null;
            /** @description Whether row-level security applies to reads; null while the database does not respond or has no tables. */
            row_security: boolean | null;
            /** @description What an operator should change; null if there is nothing. It never makes the service unready. */
            warning: string | null;
        };
        DatabaseNodeCheck: {
            /**
             * @description Whether the check passed.
             * @enum {string}
             */
            status: "up" | "down";
            /** @description Number of the node in the catalog of the database (`pg_dist_node.nodeid`). */
            node: number;
        };
        DatabaseNodesCheck: {
            /**
             * @description Whether the check passed.
             * @enum {string}
             */
            status: "up" | "down";
            /** @description The nodes in the order of their numbers. */
            nodes: components["schemas"]["DatabaseNodeCheck"][];
        };
        EpisodeProgress: {
            /** @description Number of completed episodes. A series does not count specials here. */
            completed: number;
            /** @description Number of episodes in progress. A series does not count specials here. */
            in_progress: number;
            /** @description Number of available episodes. A series does not count specials here. */
            total: number;
            /** @description Number of completed specials of a series; always 0 for a season. */
            specials_completed: number;
            /** @description Number of available specials of a series; always 0 for a season. */
            specials_total: number;
        };
        ExchangeRequest: {
            /**
             * Format: uuid
             * @description UUID of the account.
             */
            user_id?: string;
            /**
             * @description Name of a local account.
             * @example reader
             */
            username?: string;
            /** @description The `sub` of a user of an external issuer. Refused with 403, because tokens are issued for local users only. */
            subject?: string;
        };
        ExchangeResponse: {
            /** @description For the `Authorization: Bearer` header. Its `act` names the service account and the key. */
            access_token: string;
            /**
             * @description The token is an access token (RFC 8693).
             * @enum {string}
             */
            issued_token_type: "urn:ietf:params:oauth:token-type:access_token";
            /**
             * @description How to send the token: `Authorization: Bearer`.
             * @enum {string}
             */
            token_type: "Bearer";
            /** @description Lifetime of the token, in seconds. */
            expires_in: number;
        };
        FacetsResponse: {
            /** @description The caps that were applied. */
            caps: components["schemas"]["IntelligenceEffectiveCaps"];
            /** @description Who wrote the texts of the answer. */
            origins: components["schemas"]["IntelligenceOrigins"];
            /** @description How much the response budget left out; absent if it left nothing out. */
            dropped?: components["schemas"]["IntelligenceDropped"];
            /** @description Exact facets over all libraries of the request; with more than 10,000 libraries, over the first 10,000 by name. */
            facets: components["schemas"]["IntelligenceFacetGroup"][];
            /** @description Requested ids that are not the id of a library that the caller may see. */
            unknown_library_ids: string[];
            /**
             * Format: date-time
             * @description When the answer was generated.
             */
            generated_at: string;
            /** @description True if the facets count only 10,000 libraries, the first by name, because the caller has access to more. */
            truncated: boolean;
        };
        FailingBackgroundLoop: {
            /**
             * @description Name of the loop, as in the log and in the metrics.
             * @example lexicon
             */
            loop: string;
            /** @description Failures since the last success. */
            failures: number;
            /** @description Seconds since the first failure after the last success. */
            seconds: number;
        };
        GenreFilter: {
            /** @description At least one of these. */
            any?: string[];
            /** @description Every one of these. */
            all?: string[];
            /** @description None of these. */
            none?: string[];
        };
        GroundingCheck: {
            /**
             * @description `valid`: the record still agrees with the grounding; `changed`: the record differs from the grounding; `unknown`:
             *     the caller sees no such record, or the grounding cites none.
             * @enum {string}
             */
            status: "valid" | "changed" | "unknown";
            /** @description Parts of the grounding that differ from the record; empty unless the status is `changed`. */
            differs: ("evidence" | "source_hash")[];
            /** @description Current text of the field; null unless the evidence differs. Also null if the field is absent or empty. */
            present_summary: components["schemas"]["IntelligenceSummary"] | null;
            /**
             * @description Origin of the current text of an artifact; absent for other records, and if `present_summary` is null.
             * @enum {string}
             */
            origin?: "catalog" | "user" | "generated";
            /** @description Position of the grounding in the request, from 1. */
            position: number;
        };
        HealthChecks: {
            /** @description Whether the database answers, and how it is protected. */
            database: components["schemas"]["DatabaseCheck"];
            /** @description Whether the schema is current. */
            migrations: components["schemas"]["MigrationsCheck"];
            /** @description How far the read model is behind the catalog. The check fails only if that is unknown. */
            read_model: components["schemas"]["ReadModelCheck"];
            /** @description Whether the background loops work. */
            background_loops: components["schemas"]["BackgroundLoopsCheck"];
            /** @description The nodes of a distributed database; absent with one server. A node that is down does not make the service unready. */
            database_nodes?: components["schemas"]["DatabaseNodesCheck"];
        };
        IntelligenceArtifactSummary: {
            /** @description UUID of the artifact. */
            artifact_id: string;
            /**
             * @description What the artifact contains.
             * @enum {string}
             */
            kind: "summary" | "user_note" | "generated_answer" | "recommendation" | "collection" | "analysis" | "audit_record";
            /**
             * @description Origin of `title`, `summary` and `producer`: `user` if the artifact names no run and is a `user_note` or a
             *     `collection`, otherwise `generated`.
             * @enum {string}
             */
            origin: "catalog" | "user" | "generated";
            /**
             * @description `global`: for all who see its library, or for everybody if it has none; `user`: for its owner.
             * @enum {string}
             */
            scope: "global" | "user";
            /**
             * @description Reads return only `active` artifacts.
             * @enum {string}
             */
            status: "active" | "stale" | "superseded" | "invalidated";
            /**
             * Format: uuid
             * @description UUID of the library that the artifact is about; null if it is about no library.
             */
            library_id: string | null;
            /** @description The item that the artifact is about; null if it is about no item. */
            media: components["schemas"]["IntelligenceMediaRef"] | null;
            /** @description Title; at most 512 code points. */
            title: string;
            /** @description Summary of the artifact, cut to `caps.summary_max_chars`. */
            summary: components["schemas"]["IntelligenceSummary"];
            /** @description What the artifact was derived from. */
            provenance: components["schemas"]["IntelligenceProvenanceRef"][];
            /** @description What supports the artifact. */
            grounding: components["schemas"]["IntelligenceGroundingRef"][];
            /** @description Name of the program or model that made it; null if none was given. */
            producer: string | null;
            /**
             * Format: uuid
             * @description UUID of the artifact that this one superseded; null if it superseded none.
             */
            supersedes_artifact_id: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
            /**
             * @description Number of sources that `provenance` does not list, because the caller may not see them, or because they no longer
             *     exist, are stale or unavailable, or are artifacts that are not active or that the caller's own artifact hides.
             */
            hidden_sources: number;
            /** @description Increases by one when a caller replaces or invalidates the artifact, not when a source changes. */
            revision: number;
        };
        IntelligenceBudget: {
            /** @description UTF-16 code units of the body; at least 1. Values above 100,000 count as 100,000. Default: no maximum. */
            max_chars?: number;
            /**
             * @description Tokens of the body, as the service estimates them; at least 1. Values above 32,000 count as 32,000. Default: no
             *     maximum.
             */
            max_tokens?: number;
        };
        IntelligenceCandidate: {
            /** @description The item. */
            media: components["schemas"]["IntelligenceMediaRef"];
            /** @description The item's overview, or its tagline if it has no overview, cut to `caps.summary_max_chars`. */
            summary: components["schemas"]["IntelligenceSummary"];
            /** @description One sentence that names what matched. */
            match_reason: string;
            /** @description 0 to 1, six decimals; comparable within one answer and its next pages. */
            score: number;
            /** @description The best field first. */
            matched: components["schemas"]["CandidateMatch"][];
            /** @description Ids of active artifacts about the item that the caller may see, newest first. */
            artifact_ids: string[];
            /**
             * @description For each matched field, the text around the matched words. If a year, season or episode matched and no title did,
             *     this number is quoted, and `field` names it (`year`, `season_number`, `episode_number`). If the query is an id, the
             *     id is quoted, and `field` is `media_id` or `external_ids`.
             */
            grounding: components["schemas"]["IntelligenceGroundingRef"][];
        };
        IntelligenceCaps: {
            /** @description Search candidates; default 12, at most 50. */
            candidate_limit?: number;
            /** @description Artifacts, and the ids in each `artifact_ids`; default 8, at most 24. */
            artifact_limit?: number;
            /** @description Related items; default 8, at most 24. */
            related_limit?: number;
            /** @description Values of each facet group; default 12, at most 32. */
            facet_limit?: number;
            /** @description Groundings and provenances, in each list of them; default 12, at most 48. */
            grounding_limit?: number;
            /** @description Tool calls of a run; default 16, at most 64. */
            tool_call_limit?: number;
            /** @description Code points of each summary; default 400, at most 800. */
            summary_max_chars?: number;
        };
        IntelligenceDropped: {
            /** @description Artifacts and artifact ids. */
            artifacts?: number;
            /** @description Related items of an item's context. */
            related?: number;
            /** @description Sample media ids of facet values. */
            samples?: number;
            /** @description Groundings, provenances, and the values in `shared` of the signals of related items. */
            evidence?: number;
            /** @description Values of facet groups. `other_count` of the group contains their counts. */
            facet_values?: number;
            /** @description Whole facet groups. */
            facet_groups?: number;
            /** @description People of an item. */
            people?: number;
            /** @description Summaries whose text was left out. */
            summaries?: number;
            /** @description Rows of the page; `next_cursor` continues with the first of them. */
            rows?: number;
        };
        IntelligenceEffectiveCaps: {
            /** @description Search candidates. */
            candidate_limit: number;
            /** @description Artifacts, and the ids in each `artifact_ids`. */
            artifact_limit: number;
            /** @description Related items. */
            related_limit: number;
            /** @description Values of each facet group. */
            facet_limit: number;
            /** @description Groundings and provenances, in each list of them. */
            grounding_limit: number;
            /** @description Tool calls of a run. */
            tool_call_limit: number;
            /** @description In code points. */
            summary_max_chars: number;
        };
        IntelligenceFacetGroup: {
            /**
             * @description The facet.
             * @enum {string}
             */
            kind: "genre" | "release_decade" | "runtime_bucket" | "watch_state" | "library" | "media_kind" | "language" | "content_rating" | "country" | "person" | "collection";
            /** @description Name of the facet, for people. */
            label: string;
            /** @description The most frequent values. */
            values: components["schemas"]["IntelligenceFacetValue"][];
            /** @description Number of distinct values, including those not shown. */
            cardinality: number;
            /** @description Sum of the counts of values not shown. */
            other_count: number;
            /** @description Number of items that could have a value of the facet but have none. */
            missing_count: number;
        };
        IntelligenceFacetValue: {
            /** @description Key of the value. Requests accept it as a filter, except for decades, runtimes and collections. */
            key: string;
            /** @description Name of the value, for people. */
            label: string;
            /** @description Up to three items with the value. */
            sample_media_ids: string[];
            /** @description Number of items with the value; not limited by caps. In a search, a lower bound if `matches.relation` is `gte`. */
            count: number;
        };
        IntelligenceGroundingRef: {
            /**
             * @description Kind of the source.
             * @enum {string}
             */
            source: "library" | "media_metadata" | "watch_state" | "search_index" | "intelligence_artifact" | "tool_call" | "user_request";
            /** @description Id of the item that contains the evidence. */
            media_id?: string;
            /** @description UUID of the artifact that contains the evidence. */
            artifact_id?: string;
            /** @description Field of the source that contains the evidence, such as `title`, `people` or `overview`. */
            field?: string;
            /** @description Readable name of the evidence, such as the title of the item or `Shared genre`. */
            label: string;
            /** @description The supporting text: an excerpt of the field around the match. */
            evidence?: components["schemas"]["IntelligenceSummary"];
            /**
             * @description Origin of `label` and `evidence` of an artifact or a tool call; absent for other sources.
             * @enum {string}
             */
            origin?: "catalog" | "user" | "generated";
        };
        IntelligenceMediaRef: {
            /** @description Canonical: `movie:<uuid>`, `series:<uuid>`, `season:<uuid>` or `episode:<uuid>`. */
            media_id: string;
            /**
             * @description Kind of the item.
             * @enum {string}
             */
            media_kind: "movie" | "series" | "season" | "episode";
            /** @description UUID of the library. */
            library_id: string;
            /** @description Title; at most 512 code points. */
            title: string;
            /** @description Year of the release or first broadcast; null if unknown. */
            year: number | null;
            /** @description The series of a season or episode; null for others. */
            series: components["schemas"]["IntelligenceSeriesRef"] | null;
            /** @description Number of a season, or of the season of an episode; 0: specials; null for others. */
            season_number: number | null;
            /** @description Number of an episode in its season; null for others. */
            episode_number: number | null;
            /** @description Ids of active artifacts about the item that the caller may see, newest first. */
            artifact_ids: string[];
        };
        IntelligenceOrigins: {
            /** @description Members with texts of the catalog, or with sentences that the service builds from them. */
            catalog?: string[];
            /** @description Members with texts of users, such as words of the query. */
            user?: string[];
            /** @description Members with texts of models or programs. */
            generated?: string[];
        };
        IntelligencePage: {
            /** @description Null if and only if `has_more` is false. */
            next_cursor: string | null;
            /** @description Maximum number of rows: the list's cap, or `pagination.limit` if that is smaller or the list has no cap. */
            limit: number;
            /** @description Number of rows of this page. */
            returned: number;
            /** @description Whether there is a next page. */
            has_more: boolean;
            /**
             * @description True on the last page of a list that ended at a fixed bound, such as 1,000 candidates: more rows may match than
             *     paging can reach.
             */
            truncated: boolean;
        };
        IntelligencePagination: {
            /** @description `next_cursor` of the previous page; absent for the first page. */
            cursor?: string | null;
            /**
             * @description Maximum number of rows of a page. Values above 50 count as 50. A page never exceeds the list's cap.
             *     When absent or below 1, the page size is that cap, or 20 for a list without a cap.
             */
            limit?: number;
        };
        IntelligenceProvenanceRef: {
            /**
             * @description Kind of the source.
             * @enum {string}
             */
            source: "library" | "media_metadata" | "watch_state" | "search_index" | "intelligence_artifact" | "tool_call" | "user_request";
            /** @description Id of the item, if the source is an item or a watch state. */
            media_id?: string;
            /** @description UUID of the artifact, if the source is one. */
            artifact_id?: string;
            /** @description UUID of the run, if the source is one. */
            run_id?: string;
            /** @description UUID of the tool call, if the source is one. */
            tool_call_id?: string;
            /** @description Content hash of the source when the reference was stored. */
            source_hash?: string;
            /** @description The parts of the source that were used. */
            grounding: components["schemas"]["IntelligenceGroundingRef"][];
        };
        IntelligenceRun: {
            /** @description UUID of the run. */
            run_id: string;
            /**
             * @description What the run is for.
             * @enum {string}
             */
            purpose: "library_overview" | "candidate_search" | "artifact_search" | "item_context" | "related_context" | "artifact_refresh" | "recommendation" | "other";
            /**
             * @description State of the run.
             * @enum {string}
             */
            status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
            /** @description UUID of the user who owns the run. */
            requested_by_user_id: string;
            /** @description UUID of the service account that created the run for the user; null if the user did. */
            requested_by_service_id: string | null;
            /** @description Name of the language model; null if none was given. */
            model: string | null;
            /**
             * Format: date-time
             * @description When the run was created.
             */
            queued_at: string;
            /**
             * Format: date-time
             * @description When the work was first reported as `running`; null if it never was.
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When the work ended; null before.
             */
            completed_at: string | null;
            /** @description Summary of the input; null if none was stored. */
            input_summary: components["schemas"]["IntelligenceSummary"] | null;
            /** @description Summary of the output; null if none was stored. */
            output_summary: components["schemas"]["IntelligenceSummary"] | null;
            /** @description Summary of the error; null if none was stored. */
            error_summary: components["schemas"]["IntelligenceSummary"] | null;
            /** @description Number of tool calls of the run. */
            tool_call_count: number;
            /** @description Increases by one with each change of the run itself. */
            revision: number;
        };
        IntelligenceRunAudit: {
            /** @description UUID of the run. */
            run_id: string;
            /**
             * @description What the run is for.
             * @enum {string}
             */
            purpose: "library_overview" | "candidate_search" | "artifact_search" | "item_context" | "related_context" | "artifact_refresh" | "recommendation" | "other";
            /**
             * @description State of the run.
             * @enum {string}
             */
            status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
            /** @description UUID of the user who owns the run. */
            requested_by_user_id: string;
            /** @description UUID of the service account that created the run for the user; null if the user did. */
            requested_by_service_id: string | null;
            /** @description Name of the language model; null if none was given. */
            model: string | null;
            /**
             * Format: date-time
             * @description When the run was created.
             */
            queued_at: string;
            /**
             * Format: date-time
             * @description When the work was first reported as `running`; null if it never was.
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When the work ended; null before.
             */
            completed_at: string | null;
            /** @description Summary of the input; null if none was stored. */
            input_summary: components["schemas"]["IntelligenceSummary"] | null;
            /** @description Summary of the output; null if none was stored. */
            output_summary: components["schemas"]["IntelligenceSummary"] | null;
            /** @description Summary of the error; null if none was stored. */
            error_summary: components["schemas"]["IntelligenceSummary"] | null;
            /** @description Active artifacts of the run, newest first. */
            artifact_ids: string[];
            /** @description The sources of the run that the caller may see. */
            grounding: components["schemas"]["IntelligenceGroundingRef"][];
            /** @description The tool calls of the page, by sequence number. */
            tool_calls: components["schemas"]["IntelligenceToolCallAudit"][];
            /** @description Number of tool calls of the run. */
            tool_call_count: number;
            /** @description Increases by one with each change of the run itself. */
            revision: number;
        };
        IntelligenceSeriesRef: {
            /** @description `series:<uuid>` */
            media_id: string;
            /** @description Title; at most 512 code points. */
            title: string;
        };
        IntelligenceSummary: {
            /** @description The text; at most `max_chars` code points. */
            text: string;
            /** @description The cap of the text, in code points. */
            max_chars: number;
            /** @description True if and only if the text was cut. */
            truncated: boolean;
            /** @description Length before the cut, in code points. Of an item's overview, only the first 4,000 are stored and counted. */
            original_chars: number;
        };
        IntelligenceToolCall: {
            /** @description UUID of the tool call. */
            tool_call_id: string;
            /** @description Name of the tool. */
            name: string;
            /**
             * @description What kind of tool was called.
             * @enum {string}
             */
            kind: "search" | "read_model" | "artifact" | "external" | "system";
            /**
             * @description State of the call.
             * @enum {string}
             */
            status: "pending" | "running" | "succeeded" | "failed" | "skipped" | "cancelled";
            /** @description UUID of the service account that created the tool call for the user; null if the user did. */
            requested_by_service_id: string | null;
            /**
             * Format: date-time
             * @description When the work was first reported as `running`; null if it never was.
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When the work ended; null before.
             */
            completed_at: string | null;
            /** @description Milliseconds from start to end; null while either is unknown. */
            duration_ms: number | null;
            /** @description Summary of the input; null if none was stored. */
            input_summary: components["schemas"]["IntelligenceSummary"] | null;
            /** @description Summary of the output; null if none was stored. */
            output_summary: components["schemas"]["IntelligenceSummary"] | null;
            /** @description Summary of the error; null if none was stored. */
            error_summary: components["schemas"]["IntelligenceSummary"] | null;
            /** @description Position of the tool call in the run. */
            sequence: number;
        };
        IntelligenceToolCallAudit: {
            /** @description UUID of the tool call. */
            tool_call_id: string;
            /** @description Name of the tool. */
            name: string;
            /**
             * @description What kind of tool was called.
             * @enum {string}
             */
            kind: "search" | "read_model" | "artifact" | "external" | "system";
            /**
             * @description State of the call.
             * @enum {string}
             */
            status: "pending" | "running" | "succeeded" | "failed" | "skipped" | "cancelled";
            /** @description UUID of the service account that created the tool call for the user; null if the user did. */
            requested_by_service_id: string | null;
            /**
             * Format: date-time
             * @description When the work was first reported as `running`; null if it never was.
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When the work ended; null before.
             */
            completed_at: string | null;
            /** @description Milliseconds from start to end; null while either is unknown. */
            duration_ms: number | null;
            /** @description Summary of the input; null if none was stored. */
            input_summary: components["schemas"]["IntelligenceSummary"] | null;
            /** @description Summary of the output; null if none was stored. */
            output_summary: components["schemas"]["IntelligenceSummary"] | null;
            /** @description Summary of the error; null if none was stored. */
            error_summary: components["schemas"]["IntelligenceSummary"] | null;
            /** @description Active artifacts that have this tool call as a source, newest first. */
            artifact_ids: string[];
            /** @description The sources of the call that the caller may see. */
            grounding: components["schemas"]["IntelligenceGroundingRef"][];
            /** @description Position of the tool call in the run. */
            sequence: number;
        };
        InvalidateArtifactRequest: {
            /** @description 1 to 2,000 code points. */
            reason: string;
        };
        InvalidatedArtifact: {
            /** @description UUID of the artifact. */
            artifact_id: string;
            /**
             * @description The new state.
             * @enum {string}
             */
            status: "invalidated";
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
            /** @description Increases by one when a caller replaces or invalidates the artifact, not when a source changes. */
            revision: number;
        };
        ItemContext: {
            /** @description The item. */
            media: components["schemas"]["IntelligenceMediaRef"];
            /** @description The item's overview, cut to `caps.summary_max_chars`. An item without an overview has its tagline here. */
            summary: components["schemas"]["IntelligenceSummary"];
            /** @description Facets of this item. The groups count only this item, so the count of each value is 1. */
            facets: components["schemas"]["IntelligenceFacetGroup"][];
            /** @description Sorted by role (director, creator, writer, actor, composer, producer), then in billing order. */
            people: components["schemas"]["ItemPerson"][];
            /** @description Position in its series; null for a movie or a series. */
            hierarchy: components["schemas"]["ItemHierarchy"] | null;
            /**
             * @description Null if the caller has no watch state of a movie or an episode, or if a series or a season has no available
             *     episodes.
             */
            watch_state: components["schemas"]["ItemWatchState"] | null;
            /** @description Names of the fields that a complete item of this kind has, but this item lacks. */
            missing_fields: string[];
            /** @description Ids of active artifacts about the item that the caller may see, newest first. */
            artifact_ids: string[];
            /** @description The records of the item and of its series. */
            provenance: components["schemas"]["IntelligenceProvenanceRef"][];
            /** @description Number of people of the item, including those not listed. */
            people_total: number;
        };
        ItemContextEntry: {
            /** @description The item with its metadata. */
            item: components["schemas"]["ItemContext"];
            /** @description Active artifacts about the item that the caller may see, newest first. */
            artifacts: components["schemas"]["IntelligenceArtifactSummary"][];
            /** @description Evidence from the item's metadata, the caller's watch state and the artifacts about the item. */
            grounding: components["schemas"]["IntelligenceGroundingRef"][];
        };
        ItemContextRequest: {
            /**
             * @description How much of each row the answer contains; default `standard`. `ids` gives only the id. `brief` adds the title, the kind, the year and one line of text. Both omit all other fields, including those described as required. `full` is `standard` with the maximum of `facet_limit`, `grounding_limit` and `summary_max_chars`, unless the request sets them.
             * @enum {string}
             */
            detail?: "ids" | "brief" | "standard" | "full";
            /**
             * Format: uuid
             * @description UUID of the library of the item. If the item is in another library, the answer is 404.
             */
            library_id?: string;
            /** @description Page of the list. */
            pagination?: components["schemas"]["IntelligencePagination"];
            /** @description Upper bounds of the lists and texts of the answer. */
            caps?: components["schemas"]["IntelligenceCaps"];
            /** @description Maximum size of the body of the answer. */
            budget?: components["schemas"]["IntelligenceBudget"];
        };
        ItemContextResponse: {
            /** @description The caps that were applied. */
            caps: components["schemas"]["IntelligenceEffectiveCaps"];
            /** @description Who wrote the texts of the answer. */
            origins: components["schemas"]["IntelligenceOrigins"];
            /** @description How much the response budget left out; absent if it left nothing out. */
            dropped?: components["schemas"]["IntelligenceDropped"];
            /** @description The item with its metadata. */
            item: components["schemas"]["ItemContext"];
            /** @description The first items that `POST /intelligence/items/{media_id}/related` lists by default. */
            related: components["schemas"]["RelatedItem"][];
            /** @description Active artifacts about the item that the caller may see, newest first. */
            artifacts: components["schemas"]["IntelligenceArtifactSummary"][];
            /** @description Evidence from the item's metadata, the caller's watch state and the artifacts about the item. */
            grounding: components["schemas"]["IntelligenceGroundingRef"][];
        };
        ItemContextsRequest: {
            /**
             * @description How much of each row the answer contains; default `standard`. `ids` gives only the id. `brief` adds the title, the kind, the year and one line of text. Both omit all other fields, including those described as required. `full` is `standard` with the maximum of `facet_limit`, `grounding_limit` and `summary_max_chars`, unless the request sets them.
             * @enum {string}
             */
            detail?: "ids" | "brief" | "standard" | "full";
            /**
             * @description 1 to 25 media ids: `movie:<uuid>`, or another spelling, such as `Movies(<UUID>)`.
             *     A repeated id gives one context.
             */
            media_ids: string[];
            /** @description Page of the list. */
            pagination?: components["schemas"]["IntelligencePagination"];
            /** @description Upper bounds of the lists and texts of the answer. */
            caps?: components["schemas"]["IntelligenceCaps"];
            /** @description Maximum size of the body of the answer. */
            budget?: components["schemas"]["IntelligenceBudget"];
        };
        ItemContextsResponse: {
            /** @description The caps that were applied. */
            caps: components["schemas"]["IntelligenceEffectiveCaps"];
            /** @description Who wrote the texts of the answer. */
            origins: components["schemas"]["IntelligenceOrigins"];
            /** @description How much the response budget left out; absent if it left nothing out. */
            dropped?: components["schemas"]["IntelligenceDropped"];
            /** @description The items, in the order of the request. */
            contexts: components["schemas"]["ItemContextEntry"][];
            /** @description Ids of items that are absent, not available, or that the caller may not see, in canonical spelling. */
            unknown_media_ids: string[];
            /** @description The page size is 25, unless `pagination.limit` is smaller. */
            page: components["schemas"]["IntelligencePage"];
        };
        ItemHierarchy: {
            /** @description The series; null while it is not available or its row is stale. */
            series: components["schemas"]["IntelligenceMediaRef"] | null;
            /** @description The season of an episode, while it is available and its row is not stale; otherwise null. */
            season: components["schemas"]["IntelligenceMediaRef"] | null;
            /** @description The previous season or episode; null if there is none, and while its row is stale. */
            previous: components["schemas"]["IntelligenceMediaRef"] | null;
            /** @description The next season or episode; null if there is none, and while its row is stale. */
            next: components["schemas"]["IntelligenceMediaRef"] | null;
        };
        ItemPerson: {
            /** @description Name of the person. */
            name: string;
            /**
             * @description The person's part in the making of the item.
             * @enum {string}
             */
            role: "actor" | "director" | "writer" | "creator" | "composer" | "producer";
            /** @description Name of the character that an actor plays; null if unknown. */
            character: string | null;
        };
        ItemWatchState: {
            /**
             * @description For a series or a season, computed from the episodes. In a series, specials count only if there are no other
             *     episodes.
             * @enum {string}
             */
            state: "unwatched" | "in_progress" | "completed";
            /** @description Seconds from the start; null for a series or a season. */
            position_seconds: number | null;
            /** @description Length in seconds, 0 if unknown; null for a series or a season. */
            duration_seconds: number | null;
            /**
             * Format: date-time
             * @description When the caller last watched the item; null if never.
             */
            last_watched_at: string | null;
            /** @description Counts of the episodes; null for a movie or an episode. */
            episodes: components["schemas"]["EpisodeProgress"] | null;
        };
        KeyListResponse: {
            /** @description The keys, oldest first. */
            keys: components["schemas"]["KeyResponse"][];
        };
        KeyResponse: {
            /** @description UUID. */
            key_id: string;
            /** @description What the key is for. */
            name: string;
            /**
             * Format: date-time
             * @description When the key was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the key expires.
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description Approximate time of the last use of the key; null if no use is stored. Usually, it is at most a minute before the
             *     last use, or 15 seconds after it. After a crash, uses can be missing.
             */
            last_used_at: string | null;
        };
        LibraryCounts: {
            /** @description Number of movies. */
            movies: number;
            /** @description Number of series. */
            series: number;
            /** @description Number of seasons. */
            seasons: number;
            /** @description Number of episodes. */
            episodes: number;
            /** @description Number of active artifacts, including artifacts about unavailable items, which no list contains. */
            artifacts: number;
        };
        LibraryOverview: {
            /** @description UUID of the library. */
            library_id: string;
            /** @description Name of the library. */
            name: string;
            /**
             * @description What the library contains.
             * @enum {string}
             */
            library_kind: "movies" | "series";
            /** @description A short text with the counts and the most frequent genres. */
            summary: components["schemas"]["IntelligenceSummary"];
            /** @description Counts of items and artifacts. */
            counts: components["schemas"]["LibraryCounts"];
            /** @description The facets of the library. */
            facets: components["schemas"]["IntelligenceFacetGroup"][];
            /** @description Active artifacts of the library that the caller may see, newest first. */
            artifact_ids: string[];
        };
        LibraryReadModel: {
            /** @description UUID of the library. */
            library_id: string;
            /** @description Name of the library. */
            name: string;
            /**
             * Format: date-time
             * @description Time at which the oldest item in the queue was queued; null if the queue is empty.
             */
            oldest_dirty_at: string | null;
            /** @description The latest error of an item that is still in the queue; null if none of these items has failed. */
            last_error: string | null;
            /** @description Increases with each change to the library. */
            revision: number;
            /** @description Number of rows that are current. Reads serve those of available items. */
            ready: number;
            /** @description Number of rows that must be derived again before reads can serve them. */
            stale: number;
            /** @description Number of items in the queue, including quarantined ones. */
            queued: number;
            /** @description Number of items whose derivation failed too often. They are tried again when they change or a refresh is requested. */
            quarantined: number;
        };
        LiveResponse: {
            /**
             * @description The process answers.
             * @enum {string}
             */
            status: "live";
        };
        LoginRequest: {
            /**
             * @description Name of the account. Upper and lower case are equal, and so are composed and decomposed characters.
             * @example admin
             */
            username: string;
            /**
             * Format: password
             * @description Password of the account; 1 to 256 characters (code points).
             */
            password: string;
        };
        MatchCount: {
            /** @description 0 to 5,000; may be more than paging can reach. */
            count: number;
            /**
             * @description `eq`: exactly so many items match. `gte`: at least so many match, because the service stopped counting.
             * @enum {string}
             */
            relation: "eq" | "gte";
        };
        McpAnswer: {
            /**
             * @description Version of JSON-RPC.
             * @enum {string}
             */
            jsonrpc: "2.0";
            /** @description The id of the request. */
            id: string | number;
            /** @description Result of the method. */
            result?: {
                [key: string]: unknown;
            };
            /** @description Why the method failed: a code and a message. */
            error?: {
                [key: string]: unknown;
            };
        };
        McpMessage: {
            /**
             * @description Version of JSON-RPC.
             * @enum {string}
             */
            jsonrpc: "2.0";
            /** @description Id of a request; absent for a notification. */
            id?: string | number;
            /** @description Parameters of the method. */
            params?: {
                [key: string]: unknown;
            };
            /** @description Name of the method, such as `initialize`, `tools/list` or `tools/call`. */
            method: string;
        };
        MigrationsCheck: {
            /**
             * @description Whether the check passed.
             * @enum {string}
             */
            status: "up" | "down";
            /** @description Number of migrations of this build that have not run; null while the database does not respond. */
            pending: number | null;
        };
        MultiSearchRequest: {
            /**
             * @description How much of each row the answer contains; default `standard`. `ids` gives only the id. `brief` adds the title, the kind, the year and one line of text. Both omit all other fields, including those described as required. `full` is `standard` with the maximum of `facet_limit`, `grounding_limit` and `summary_max_chars`, unless the request sets them.
             * @enum {string}
             */
            detail?: "ids" | "brief" | "standard" | "full";
            /** @description The queries, 1 to 8. */
            queries: components["schemas"]["CandidateQuery"][];
            /** @description Page of the list. */
            pagination?: components["schemas"]["IntelligencePagination"];
            /** @description Upper bounds of the lists and texts of the answer. */
            caps?: components["schemas"]["IntelligenceCaps"];
            /** @description Maximum size of the body of the answer. */
            budget?: components["schemas"]["IntelligenceBudget"];
        };
        MultiSearchResponse: {
            /** @description The caps that were applied. */
            caps: components["schemas"]["IntelligenceEffectiveCaps"];
            /** @description Who wrote the texts of the answer. */
            origins: components["schemas"]["IntelligenceOrigins"];
            /** @description How much the response budget left out; absent if it left nothing out. */
            dropped?: components["schemas"]["IntelligenceDropped"];
            /** @description One result for each query, in the order of the queries. */
            results: components["schemas"]["QueryCandidates"][];
        };
        NewKeyResponse: {
            /** @description UUID. */
            key_id: string;
            /** @description What the key is for. */
            name: string;
            /**
             * Format: date-time
             * @description When the key was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the key expires.
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description Approximate time of the last use of the key; null if no use is stored. Usually, it is at most a minute before the
             *     last use, or 15 seconds after it. After a crash, uses can be missing.
             */
            last_used_at: string | null;
            /** @description For the `Authorization: Bearer` header. It is shown only in this answer, because the service stores only its hash. */
            key: string;
        };
        NextUpItem: {
            /** @description The episode. Its member `series` is its series. */
            media: components["schemas"]["IntelligenceMediaRef"];
            /** @description The item's overview, cut to `caps.summary_max_chars`. An item without an overview has its tagline here. */
            summary: components["schemas"]["IntelligenceSummary"];
            /**
             * @description State of this episode; `in_progress` if the caller has begun it.
             * @enum {string}
             */
            state: "unwatched" | "in_progress" | "completed";
            /**
             * @description The episode, not counting specials, that the caller watched last in this series: this one, or an earlier one; null
             *     if it is not available.
             */
            last_media_id: string | null;
            /**
             * Format: date-time
             * @description When the caller last watched an episode of this series. Specials do not count.
             */
            last_watched_at: string;
            /** @description The watch state of the episode in `last_media_id`. */
            grounding: components["schemas"]["IntelligenceGroundingRef"][];
            /** @description Seconds from the start; 0 if the caller has not begun the episode. */
            position_seconds: number;
            /** @description Duration of the episode in seconds; zero if unknown. */
            duration_seconds: number;
        };
        NextUpRequest: {
            /**
             * @description How much of each row the answer contains; default `standard`. `ids` gives only the id. `brief` adds the title, the kind, the year and one line of text. Both omit all other fields, including those described as required. `full` is `standard` with the maximum of `facet_limit`, `grounding_limit` and `summary_max_chars`, unless the request sets them.
             * @enum {string}
             */
            detail?: "ids" | "brief" | "standard" | "full";
            /** @description UUIDs of 1 to 50 libraries. Default: every library that the caller may see. */
            library_ids?: string[];
            /** @description Page of the list. */
            pagination?: components["schemas"]["IntelligencePagination"];
            /** @description Upper bounds of the lists and texts of the answer. */
            caps?: components["schemas"]["IntelligenceCaps"];
            /** @description Maximum size of the body of the answer. */
            budget?: components["schemas"]["IntelligenceBudget"];
        };
        NextUpResponse: {
            /** @description The caps that were applied. */
            caps: components["schemas"]["IntelligenceEffectiveCaps"];
            /** @description Who wrote the texts of the answer. */
            origins: components["schemas"]["IntelligenceOrigins"];
            /** @description How much the response budget left out; absent if it left nothing out. */
            dropped?: components["schemas"]["IntelligenceDropped"];
            /** @description The page, and how to get the next one. */
            page: components["schemas"]["IntelligencePage"];
            /** @description The next episodes; the series that was watched last comes first. */
            items: components["schemas"]["NextUpItem"][];
        };
        /** @description Any JSON. It is stored, and no answer contains it. */
        OpaqueJson: unknown;
        OverviewRequest: {
            /**
             * @description How much of each row the answer contains; default `standard`. `ids` gives only the id. `brief` adds the title, the kind, the year and one line of text. Both omit all other fields, including those described as required. `full` is `standard` with the maximum of `facet_limit`, `grounding_limit` and `summary_max_chars`, unless the request sets them.
             * @enum {string}
             */
            detail?: "ids" | "brief" | "standard" | "full";
            /** @description Facet kinds in the response. Default: all. */
            facet_kinds?: ("genre" | "release_decade" | "runtime_bucket" | "watch_state" | "library" | "media_kind" | "language" | "content_rating" | "country" | "person" | "collection")[];
            /** @description UUIDs of 1 to 50 libraries. Default: every library that the caller may see. */
            library_ids?: string[];
            /** @description Page of the list. */
            pagination?: components["schemas"]["IntelligencePagination"];
            /** @description Upper bounds of the lists and texts of the answer. */
            caps?: components["schemas"]["IntelligenceCaps"];
            /** @description Maximum size of the body of the answer. */
            budget?: components["schemas"]["IntelligenceBudget"];
        };
        OverviewResponse: {
            /** @description The caps that were applied. */
            caps: components["schemas"]["IntelligenceEffectiveCaps"];
            /** @description Who wrote the texts of the answer. */
            origins: components["schemas"]["IntelligenceOrigins"];
            /** @description How much the response budget left out; absent if it left nothing out. */
            dropped?: components["schemas"]["IntelligenceDropped"];
            /** @description The page, and how to get the next one. */
            page: components["schemas"]["IntelligencePage"];
            /** @description The libraries, by name. */
            libraries: components["schemas"]["LibraryOverview"][];
            /**
             * @description Exact facets over all libraries of the request, not only those on the page; with more than 10,000 libraries, over
             *     the first 10,000 by name.
             */
            facets: components["schemas"]["IntelligenceFacetGroup"][];
            /** @description Requested ids that are not the id of a library that the caller may see. */
            unknown_library_ids: string[];
            /**
             * Format: date-time
             * @description When the answer was generated.
             */
            generated_at: string;
        };
        /** @description An error (RFC 9457). Some codes add members of their own. */
        Problem: {
            /**
             * Format: uri-reference
             * @description The code's section of the error page.
             */
            type: string;
            /** @description The meaning of the code, in a few words. */
            title: string;
            /** @description The status of the answer. */
            status: number;
            /**
             * @description What is wrong, for programs.
             * @enum {string}
             */
            code: "malformed-json" | "invalid-request" | "invalid-media-id" | "invalid-cursor" | "unauthorized" | "forbidden" | "not-found" | "method-not-allowed" | "not-acceptable" | "conflict" | "gone" | "precondition-failed" | "payload-too-large" | "uri-too-long" | "unsupported-media-type" | "idempotency-mismatch" | "precondition-required" | "rate-limited" | "headers-too-large" | "internal" | "upstream-failed" | "overloaded" | "timeout";
            /** @description The request id. */
            instance: string;
            /** @description What is wrong with this request, for people. */
            detail?: string;
            /** @description The refused fields. */
            errors?: {
                /** @description Path in the request, such as `caps.candidate_limit`. */
                field: string;
                /** @description What is expected; never the value that was sent. */
                message: string;
            }[];
        } & {
            [key: string]: unknown;
        };
        ProtectedResource: {
            /** @description Issuers whose tokens are accepted. Absent if all accounts are local: their tokens come from `POST /auth/login`. */
            authorization_servers?: string[];
            /** @description Ways to send the token: only `header`, which means the header `Authorization`. */
            bearer_methods_supported: string[];
            /** @description URL of the MCP endpoint. */
            resource: string;
            /** @description Name of the service, for people. */
            resource_name: string;
            /** @description URL of the page with the API description. */
            resource_documentation: string;
        };
        PutArtifactRequest: {
            /**
             * @description What the artifact contains.
             * @enum {string}
             */
            kind: "summary" | "user_note" | "generated_answer" | "recommendation" | "collection" | "analysis" | "audit_record";
            /**
             * @description `user`: only the caller sees the artifact. `global`: every user who sees its library, or every user if it has no
             *     library; requires the right `artifacts:write`. Cannot be changed later.
             * @enum {string}
             */
            scope: "global" | "user";
            /** @description 1 to 512 code points, on one line. */
            title: string;
            /** @description At most 10,000 code points; default empty. */
            summary?: string | null;
            /** @description The raw result: a JSON object of at most 1 MiB and 20,000 elements and members. No answer contains it. */
            content: {
                [key: string]: unknown;
            };
            /** @description Person, model or program that produced the artifact; at most 512 code points. */
            producer?: string | null;
            /**
             * Format: uuid
             * @description UUID of the library that the artifact belongs to; default: the library of the item. It cannot be changed. To
             *     replace an artifact that has a library but no item, give its library again.
             */
            library_id?: string | null;
            /** @description Media id of the item that the artifact is about. */
            media_id?: string | null;
            /** @description What the artifact was derived from, at most 48 sources. The service adds the item and the run of the artifact. */
            sources?: components["schemas"]["ArtifactSourceRequest"][];
            /**
             * Format: uuid
             * @description UUID of the caller's run that produced the artifact; default: the run of the tool calls in `sources`.
             */
            run_id?: string | null;
            /**
             * Format: uuid
             * @description UUID of the artifact that this one replaces. It must have the same scope and library. Once set, it stays: another
             *     UUID is a conflict.
             */
            supersedes_artifact_id?: string | null;
            /** @description The revision that the caller expects, 0 for a new artifact. Any other revision gives a 409. */
            expected_revision?: number;
        };
        PutRunRequest: {
            /** @description Summary of the input; at most 10,000 code points. Secrets in it are replaced. */
            input_summary?: string | null;
            /** @description Summary of the output; at most 10,000 code points. Secrets in it are replaced. */
            output_summary?: string | null;
            /** @description Summary of the error; at most 10,000 code points. Secrets in it are replaced. */
            error_summary?: string | null;
            /**
             * @description Required for a new run; cannot be changed later.
             * @enum {string}
             */
            purpose?: "library_overview" | "candidate_search" | "artifact_search" | "item_context" | "related_context" | "artifact_refresh" | "recommendation" | "other";
            /**
             * @description The new state. Default for a new run: `queued`.
             * @enum {string}
             */
            status?: "queued" | "running" | "succeeded" | "failed" | "cancelled";
            /** @description Name of the language model, as its provider spells it; at most 512 code points. */
            model?: string | null;
            /** @description The items and artifacts that the work is based on; at most 48. Replaces the earlier list. */
            sources?: components["schemas"]["RunSourceRequest"][];
        };
        PutToolCallRequest: {
            /** @description Summary of the input; at most 10,000 code points. Secrets in it are replaced. */
            input_summary?: string | null;
            /** @description Summary of the output; at most 10,000 code points. Secrets in it are replaced. */
            output_summary?: string | null;
            /** @description Summary of the error; at most 10,000 code points. Secrets in it are replaced. */
            error_summary?: string | null;
            /** @description Name of the tool; at most 512 code points. Required for a new call; cannot be changed later. */
            name?: string;
            /**
             * @description Required for a new call; cannot be changed later.
             * @enum {string}
             */
            kind?: "search" | "read_model" | "artifact" | "external" | "system";
            /**
             * @description The new state. Default for a new call: `pending`.
             * @enum {string}
             */
            status?: "pending" | "running" | "succeeded" | "failed" | "skipped" | "cancelled";
            /**
             * @description Any JSON with at most 20,000 elements and members. Secrets in it are replaced. If it is larger than 16 KiB, the
             *     service first cuts long strings. If that is not enough, it omits elements and members and cuts long member names.
             *     No response contains it.
             */
            arguments?: components["schemas"]["OpaqueJson"];
            /** @description Any JSON. The rules of `arguments` apply. */
            result?: components["schemas"]["OpaqueJson"];
            /** @description The items and artifacts that the work is based on; at most 48. Replaces the earlier list. */
            sources?: components["schemas"]["RunSourceRequest"][];
        };
        QueryCandidates: {
            /** @description The candidates, best match first. */
            candidates: components["schemas"]["IntelligenceCandidate"][];
            /** @description The query with misspelled words replaced by words of the best candidates; null if no word is replaced. */
            did_you_mean: string | null;
            /** @description The parts of the query with a special meaning, in the order of the query; empty if there are none. */
            understood: components["schemas"]["UnderstoodPart"][];
            /**
             * @description The requested facets over all matches, including seasons and episodes; absent without `facets` in the request. The
             *     samples are among the best matches. If `matches.relation` is `gte`, the counts are lower bounds.
             */
            facets?: components["schemas"]["IntelligenceFacetGroup"][];
            /** @description The matches that the facets count; absent without `facets` in the request. */
            matches?: components["schemas"]["MatchCount"];
            /** @description In an answer to several queries, `next_cursor` continues with `/candidates:search` and the same query. */
            page: components["schemas"]["IntelligencePage"];
        };
        ReadModelCheck: {
            /**
             * @description Whether the check passed.
             * @enum {string}
             */
            status: "up" | "down";
            /**
             * @description Age in seconds of the oldest queued item that is not quarantined; 0 if none, null if unknown. On one database
             *     server, only the next 50 queued items of each library count.
             */
            lag_seconds: number | null;
            /**
             * @description Number of rows of the read model that the rules of an earlier release derived: rows of items, and up to 100,000
             *     rows in each of the two tables of words for spelling correction. These rows are served until they are derived again
             *     in the background. Null before the first count of this instance.
             */
            older_rows: number | null;
        };
        ReadModelsResponse: {
            /** @description The libraries, by name. */
            libraries: components["schemas"]["LibraryReadModel"][];
        };
        ReadyResponse: {
            /**
             * @description All checks that readiness depends on have passed.
             * @enum {string}
             */
            status: "ready";
            /** @description The result of each check. */
            checks: components["schemas"]["HealthChecks"];
        };
        RefreshAccepted: {
            /**
             * @description Number of items that the request queued. It makes no row stale: until a row of an item is derived again, reads
             *     serve it as before, or still do not serve it if it was stale already.
             */
            queued: number;
        };
        RefreshReadModelsRequest: {
            /**
             * Format: uuid
             * @description Queue all rows of this library.
             */
            library_id?: string;
            /** @description Queue only the item with this media id: `movie:<uuid>`, or another spelling, such as `Movies(<UUID>)`. */
            media_id?: string;
        };
        RefreshRequest: {
            /** @description The `refresh_token` of the last login or refresh. */
            refresh_token: string;
        };
        RelatedItem: {
            /** @description The item. */
            media: components["schemas"]["IntelligenceMediaRef"];
            /**
             * @description Kind of the signal with the highest weight.
             * @enum {string}
             */
            relationship: "watch_next" | "same_series" | "provider_related" | "shared_cast" | "similar_title" | "search_match" | "similar_genre" | "same_library";
            /** @description One or two sentences that name what the items share. */
            reason: string;
            /** @description What the strength consists of, strongest first. */
            signals: components["schemas"]["RelatedSignal"][];
            /** @description Ids of active artifacts about the item that the caller may see, newest first. */
            artifact_ids: string[];
            /** @description Evidence for the signals. */
            grounding: components["schemas"]["IntelligenceGroundingRef"][];
            /** @description Sum of the weights of the signals, 0 to 1. */
            strength: number;
        };
        RelatedRequest: {
            /**
             * @description How much of each row the answer contains; default `standard`. `ids` gives only the id. `brief` adds the title, the kind, the year and one line of text. Both omit all other fields, including those described as required. `full` is `standard` with the maximum of `facet_limit`, `grounding_limit` and `summary_max_chars`, unless the request sets them.
             * @enum {string}
             */
            detail?: "ids" | "brief" | "standard" | "full";
            /**
             * @description Kinds of relationships to search for; default: all. The list of related items contains at most three items of one
             *     franchise or series, unless `same_series` is requested here.
             */
            relationship_kinds?: ("watch_next" | "same_series" | "provider_related" | "shared_cast" | "similar_title" | "search_match" | "similar_genre" | "same_library")[];
            /** @description Page of the list. */
            pagination?: components["schemas"]["IntelligencePagination"];
            /** @description Upper bounds of the lists and texts of the answer. */
            caps?: components["schemas"]["IntelligenceCaps"];
            /** @description Maximum size of the body of the answer. */
            budget?: components["schemas"]["IntelligenceBudget"];
        };
        RelatedResponse: {
            /** @description The caps that were applied. */
            caps: components["schemas"]["IntelligenceEffectiveCaps"];
            /** @description Who wrote the texts of the answer. */
            origins: components["schemas"]["IntelligenceOrigins"];
            /** @description How much the response budget left out; absent if it left nothing out. */
            dropped?: components["schemas"]["IntelligenceDropped"];
            /** @description The page, and how to get the next one. */
            page: components["schemas"]["IntelligencePage"];
            /** @description The item that the others are related to. */
            seed: components["schemas"]["IntelligenceMediaRef"];
            /** @description The related items, strongest first. */
            related: components["schemas"]["RelatedItem"][];
        };
        RelatedSignal: {
            /**
             * @description Name of the signal.
             * @enum {string}
             */
            signal: "watch_next" | "same_series" | "provider_related" | "shared_cast" | "similar_title" | "search_match" | "similar_genre" | "same_library";
            /** @description Values that both items share, such as people, genres or words; the rarest first, as the related item spells them. */
            shared: string[];
            /** @description Amount that this signal adds to `strength`. */
            weight: number;
        };
        RotateKeyRequest: {
            /**
             * @description Seconds for which the old key stays valid, 0 to 2592000 (30 days); default 86400. If the old key expires earlier
             *     anyway, its expiry does not change.
             */
            overlap_seconds?: number;
        };
        RunAuditRequest: {
            /**
             * @description How much of each row the answer contains; default `standard`. `ids` gives only the id. `brief` adds the title, the kind, the year and one line of text. Both omit all other fields, including those described as required. `full` is `standard` with the maximum of `facet_limit`, `grounding_limit` and `summary_max_chars`, unless the request sets them.
             * @enum {string}
             */
            detail?: "ids" | "brief" | "standard" | "full";
            /** @description Page of the list. */
            pagination?: components["schemas"]["IntelligencePagination"];
            /** @description Upper bounds of the lists and texts of the answer. */
            caps?: components["schemas"]["IntelligenceCaps"];
            /** @description Maximum size of the body of the answer. */
            budget?: components["schemas"]["IntelligenceBudget"];
        };
        RunAuditResponse: {
            /** @description The caps that were applied. */
            caps: components["schemas"]["IntelligenceEffectiveCaps"];
            /** @description Who wrote the texts of the answer. */
            origins: components["schemas"]["IntelligenceOrigins"];
            /** @description How much the response budget left out; absent if it left nothing out. */
            dropped?: components["schemas"]["IntelligenceDropped"];
            /** @description The page, and how to get the next one. */
            page: components["schemas"]["IntelligencePage"];
            /** @description The run with a page of its tool calls. */
            run: components["schemas"]["IntelligenceRunAudit"];
        };
        RunListResponse: {
            /** @description The caps that were applied. */
            caps: components["schemas"]["IntelligenceEffectiveCaps"];
            /** @description Who wrote the texts of the answer. */
            origins: components["schemas"]["IntelligenceOrigins"];
            /** @description How much the response budget left out; absent if it left nothing out. */
            dropped?: components["schemas"]["IntelligenceDropped"];
            /** @description The page, and how to get the next one. */
            page: components["schemas"]["IntelligencePage"];
            /** @description The runs, newest first. */
            runs: components["schemas"]["IntelligenceRun"][];
        };
        RunSourceRequest: {
            /** @description Media id of an item: `movie:<uuid>`, or another spelling, such as `Movies(<UUID>)`. */
            media_id?: string;
            /**
             * Format: uuid
             * @description UUID of an artifact.
             */
            artifact_id?: string;
            /** @description The field of the source that was used; at most 64 characters. `watch_state` is the caller's watch state. */
            field?: string;
        };
        RunVerification: {
            /** @description UUID of the run. */
            run_id: string;
            /**
             * @description Whether the service wrote the head that is stored with the run: the number of records and the hash of the last
             *     one. A keyed hash shows this; its key is not in the database. Null if the head has no keyed hash, or if the
             *     service does not have the key.
             */
            authentic: boolean | null;
            /** @description Sequence number of the first record that is wrong or missing; null if all are right. */
            first_broken: number | null;
            /** @description SHA-256 of the last record, in hex. A client that stores it can later detect that the history was rewritten. */
            head: string;
            /** @description Whether every record matches its hash and continues the record before it, and no record is missing. */
            unbroken: boolean;
            /** @description Number of records found. */
            records: number;
        };
        RuntimeRange: {
            /** @description Shortest runtime in minutes, included; 0 to 100,000. */
            gte?: number;
            /** @description Longest runtime in minutes, included; 0 to 100,000 and not less than `gte`. */
            lte?: number;
        };
        SearchArtifactsRequest: {
            /**
             * @description How much of each row the answer contains; default `standard`. `ids` gives only the id. `brief` adds the title, the kind, the year and one line of text. Both omit all other fields, including those described as required. `full` is `standard` with the maximum of `facet_limit`, `grounding_limit` and `summary_max_chars`, unless the request sets them.
             * @enum {string}
             */
            detail?: "ids" | "brief" | "standard" | "full";
            /** @description Kinds of artifacts; absent: all. */
            kinds?: ("summary" | "user_note" | "generated_answer" | "recommendation" | "collection" | "analysis" | "audit_record")[];
            /**
             * @description Words to search for, 1 to 512 code points after trimming. The title and summary together must contain the first 32
             *     distinct words. Stop words count only if there are no other words; then the title must contain them.
             */
            query?: string;
            /** @description 1 to 50 UUIDs. */
            artifact_ids?: string[];
            /** @description 1 to 50 media ids. Matches artifacts about one of these items. */
            media_ids?: string[];
            /** @description 1 to 50 UUIDs. Matches artifacts of one of these libraries. */
            library_ids?: string[];
            /** @description Page of the list. */
            pagination?: components["schemas"]["IntelligencePagination"];
            /** @description Upper bounds of the lists and texts of the answer. */
            caps?: components["schemas"]["IntelligenceCaps"];
            /** @description Maximum size of the body of the answer. */
            budget?: components["schemas"]["IntelligenceBudget"];
        };
        SearchArtifactsResponse: {
            /** @description The caps that were applied. */
            caps: components["schemas"]["IntelligenceEffectiveCaps"];
            /** @description Who wrote the texts of the answer. */
            origins: components["schemas"]["IntelligenceOrigins"];
            /** @description How much the response budget left out; absent if it left nothing out. */
            dropped?: components["schemas"]["IntelligenceDropped"];
            /** @description The page, and how to get the next one. */
            page: components["schemas"]["IntelligencePage"];
            /** @description The artifacts, newest first. */
            artifacts: components["schemas"]["IntelligenceArtifactSummary"][];
        };
        SearchCandidatesRequest: {
            /**
             * @description How much of each row the answer contains; default `standard`. `ids` gives only the id. `brief` adds the title, the kind, the year and one line of text. Both omit all other fields, including those described as required. `full` is `standard` with the maximum of `facet_limit`, `grounding_limit` and `summary_max_chars`, unless the request sets them.
             * @enum {string}
             */
            detail?: "ids" | "brief" | "standard" | "full";
            /** @description Kinds of items. Default: all kinds, including seasons and episodes. */
            media_kinds?: ("movie" | "series" | "season" | "episode")[];
            /**
             * @description 1 to 512 code points after trimming. Quotation marks ask for a phrase. A minus sign after a space excludes the
             *     next word: items with this word in titles, people, genres, keywords or collection come later. No other character
             *     is an operator.
             */
            query: string;
            /**
             * @description Fields to search; absent: all. `title` includes other titles, the series' title, and the year, season and episode
             *     that a query asks for.
             */
            search_in?: ("title" | "people" | "genres" | "overview")[];
            /** @description Facets to count over all matches, not only those on the page. Default: none. */
            facets?: ("genre" | "release_decade" | "runtime_bucket" | "watch_state" | "library" | "media_kind" | "language" | "content_rating" | "country" | "person" | "collection")[];
            /** @description Conditions that every item must satisfy. */
            filters?: components["schemas"]["CandidateFilters"];
            /** @description Whether to name the artifacts about each candidate; default true. */
            include_artifacts?: boolean;
            /** @description UUIDs of 1 to 50 libraries. Default: every library that the caller may see. */
            library_ids?: string[];
            /** @description Page of the list. */
            pagination?: components["schemas"]["IntelligencePagination"];
            /** @description Upper bounds of the lists and texts of the answer. */
            caps?: components["schemas"]["IntelligenceCaps"];
            /** @description Maximum size of the body of the answer. */
            budget?: components["schemas"]["IntelligenceBudget"];
        };
        SearchCandidatesResponse: {
            /** @description The candidates, best match first. */
            candidates: components["schemas"]["IntelligenceCandidate"][];
            /** @description The query with misspelled words replaced by words of the best candidates; null if no word is replaced. */
            did_you_mean: string | null;
            /** @description The parts of the query with a special meaning, in the order of the query; empty if there are none. */
            understood: components["schemas"]["UnderstoodPart"][];
            /**
             * @description The requested facets over all matches, including seasons and episodes; absent without `facets` in the request. The
             *     samples are among the best matches. If `matches.relation` is `gte`, the counts are lower bounds.
             */
            facets?: components["schemas"]["IntelligenceFacetGroup"][];
            /** @description The matches that the facets count; absent without `facets` in the request. */
            matches?: components["schemas"]["MatchCount"];
            /** @description In an answer to several queries, `next_cursor` continues with `/candidates:search` and the same query. */
            page: components["schemas"]["IntelligencePage"];
            /** @description The caps that were applied. */
            caps: components["schemas"]["IntelligenceEffectiveCaps"];
            /** @description Who wrote the texts of the answer. */
            origins: components["schemas"]["IntelligenceOrigins"];
            /** @description How much the response budget left out; absent if it left nothing out. */
            dropped?: components["schemas"]["IntelligenceDropped"];
        };
        TokenResponse: {
            /** @description For the `Authorization: Bearer` header. */
            access_token: string;
            /**
             * @description How to send the token: `Authorization: Bearer`.
             * @enum {string}
             */
            token_type: "Bearer";
            /** @description Lifetime of the access token, in seconds. */
            expires_in: number;
            /** @description Valid for one refresh. For one second, another use returns the same new token. A later use ends the session. */
            refresh_token: string;
        };
        ToolsResponse: {
            /**
             * @description The format of the definitions.
             * @enum {string}
             */
            format: "openai" | "anthropic" | "json-schema";
            /** @description The tools that the caller may use. */
            tools: {
                [key: string]: unknown;
            }[];
        };
        UnderstoodPart: {
            /**
             * @description `years`: years of release; `genre`: a genre; `country`: a country of origin; `excluded`: a genre or words that
             *     candidates should not have; `role`: what a person does; `phrase`: quoted words; `id`: an id of an item. Years,
             *     genres, countries and roles only change the order of candidates: a title that equals the query still comes first.
             * @enum {string}
             */
            kind: "years" | "genre" | "country" | "excluded" | "role" | "phrase" | "id";
            /**
             * @description The years ("1980-1989"), the genre, the country, the roles ("director|creator"), the excluded or quoted words, or
             *     the id.
             */
            value: string;
            /** @description The words of the query that have this meaning. */
            text: string;
        };
        UpdateUserRequest: {
            /**
             * @description Role; default `user`.
             * @enum {string}
             */
            role?: "admin" | "user";
            /** @description Rights in addition to the role; default none. */
            scopes?: string[];
            /**
             * @description UUIDs of the libraries that the account may see, at most 200. The nil and the max UUID are refused. The libraries
             *     need not exist yet. Null means all libraries. Default: null, or the libraries of `NEW_USER_LIBRARIES` for a user of
             *     an external issuer.
             */
            library_ids?: string[] | null;
            /** @description Whether the account is disabled: it cannot log in, and its tokens and API keys are refused. Default false. */
            disabled?: boolean;
            /**
             * Format: password
             * @description A new password; ends all sessions of the account.
             */
            password?: string;
        };
        UserListResponse: {
            /** @description The accounts, by username. */
            users: components["schemas"]["UserResponse"][];
            /** @description The page, and how to get the next one. */
            page: components["schemas"]["IntelligencePage"];
        };
        UserResponse: {
            /** @description UUID. */
            user_id: string;
            /** @description Name of the account. */
            username: string;
            /**
             * @description Role. Administrators have all rights except `act_for_users`.
             * @enum {string}
             */
            role: "admin" | "user";
            /** @description Rights in addition to the role, such as `artifacts:write`; `catalog:write:<library id>` is for one library. */
            scopes: string[];
            /** @description UUIDs of the libraries that the account may see; null means all. */
            library_ids: string[] | null;
            /** @description The claim `iss` in tokens of the external issuer; null for local and for service accounts. */
            issuer: string | null;
            /** @description The claim `sub` by which the external issuer identifies the user; null for local and for service accounts. */
            subject: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
            /** @description A disabled account cannot log in, and its tokens and API keys are refused. */
            disabled: boolean;
            /** @description Whether the account is a service account: the account of a program, which has keys and no password. */
            service: boolean;
            /** @description Whether the account belongs to an external issuer. Such an account has no password here. */
            external: boolean;
        };
        VerifyGroundingRequest: {
            /**
             * @description How much of each row the answer contains; default `standard`. `ids` gives only the id. `brief` adds the title, the kind, the year and one line of text. Both omit all other fields, including those described as required. `full` is `standard` with the maximum of `facet_limit`, `grounding_limit` and `summary_max_chars`, unless the request sets them.
             * @enum {string}
             */
            detail?: "ids" | "brief" | "standard" | "full";
            /** @description 1 to 48 groundings. */
            groundings: components["schemas"]["CitedGrounding"][];
            /** @description Page of the list. */
            pagination?: components["schemas"]["IntelligencePagination"];
            /** @description Upper bounds of the lists and texts of the answer. */
            caps?: components["schemas"]["IntelligenceCaps"];
            /** @description Maximum size of the body of the answer. */
            budget?: components["schemas"]["IntelligenceBudget"];
        };
        VerifyGroundingResponse: {
            /** @description The caps that were applied. */
            caps: components["schemas"]["IntelligenceEffectiveCaps"];
            /** @description Who wrote the texts of the answer. */
            origins: components["schemas"]["IntelligenceOrigins"];
            /** @description How much the response budget left out; absent if it left nothing out. */
            dropped?: components["schemas"]["IntelligenceDropped"];
            /** @description The results, in the order of the groundings in the request. */
            checks: components["schemas"]["GroundingCheck"][];
        };
        WatchStateRequest: {
            /** @description Whole seconds from the start, 0 to 31,536,000. */
            position_seconds: number;
            /** @description Whole seconds, 0 to 31,536,000; 0 if unknown. */
            duration_seconds: number;
            /** @description Whether the item is completed. If absent, the position decides: from 90 % of the duration by default. */
            completed?: boolean;
        };
        WatchStateResponse: {
            /** @description Canonical media id. */
            media_id: string;
            /**
             * @description The new watch state.
             * @enum {string}
             */
            state: "unwatched" | "in_progress" | "completed";
            /**
             * Format: date-time
             * @description When the caller last watched the item.
             */
            last_watched_at: string;
            /** @description Where the caller stopped, in seconds from the start. */
            position_seconds: number;
            /** @description Length of the item, in seconds; 0 if unknown. */
            duration_seconds: number;
            /** @description Percentage of the duration from which the item counts as completed. */
            threshold_percent: number;
        };
        YearRange: {
            /** @description First year, included; 0 to 9999. */
            gte?: number;
            /** @description Last year, included; 0 to 9999 and not less than `gte`. */
            lte?: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getFacets: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "pagination": {
                 *         "limit": 2
                 *       },
                 *       "caps": {
                 *         "artifact_limit": 2,
                 *         "facet_limit": 2,
                 *         "related_limit": 2,
                 *         "grounding_limit": 2
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OverviewRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "facets": [
                     *         {
                     *           "kind": "genre",
                     *           "label": "Genre",
                     *           "values": [
                     *             {
                     *               "key": "drama",
                     *               "label": "Drama",
                     *               "count": 26,
                     *               "sample_media_ids": [
                     *                 "movie:07e58293-f1e0-537e-8820-777fe1613268",
                     *                 "movie:22f80b4f-2608-5396-8a2d-85ccc747dc83",
                     *                 "movie:27b8ff9f-aef5-5873-b532-ab5770884401"
                     *               ]
                     *             },
                     *             {
                     *               "key": "comedy",
                     *               "label": "Comedy",
                     *               "count": 19,
                     *               "sample_media_ids": [
                     *                 "movie:1569adae-614e-542c-a44a-10f1075debaf",
                     *                 "movie:1c8e20b1-3eb1-58ff-80b6-bd20d4df4846",
                     *                 "movie:260e462a-576e-51db-b063-29dc3e1e314e"
                     *               ]
                     *             }
                     *           ],
                     *           "cardinality": 19,
                     *           "other_count": 110,
                     *           "missing_count": 0
                     *         },
                     *         {
                     *           "kind": "release_decade",
                     *           "label": "Decade of release",
                     *           "values": [
                     *             {
                     *               "key": "1920",
                     *               "label": "1920s",
                     *               "count": 37,
                     *               "sample_media_ids": [
                     *                 "movie:07e58293-f1e0-537e-8820-777fe1613268",
                     *                 "movie:1c8e20b1-3eb1-58ff-80b6-bd20d4df4846",
                     *                 "movie:26b2a2c0-b512-5939-81f4-757ca8920873"
                     *               ]
                     *             },
                     *             {
                     *               "key": "1930",
                     *               "label": "1930s",
                     *               "count": 7,
                     *               "sample_media_ids": [
                     *                 "movie:55d21d72-89e5-5be7-bce1-2766da4e7f57",
                     *                 "movie:5974b450-840e-59ea-bf92-533fc242ea07",
                     *                 "movie:78358dee-3d6c-56d6-b30e-f474889bfedd"
                     *               ]
                     *             }
                     *           ],
                     *           "cardinality": 9,
                     *           "other_count": 25,
                     *           "missing_count": 0
                     *         },
                     *         {
                     *           "kind": "runtime_bucket",
                     *           "label": "Runtime",
                     *           "values": [
                     *             {
                     *               "key": "60-89",
                     *               "label": "60 to 89 minutes",
                     *               "count": 25,
                     *               "sample_media_ids": [
                     *                 "movie:0a1b9458-e65f-5db0-9d50-a7f6506e7b6f",
                     *                 "movie:1569adae-614e-542c-a44a-10f1075debaf",
                     *                 "movie:1c8e20b1-3eb1-58ff-80b6-bd20d4df4846"
                     *               ]
                     *             },
                     *             {
                     *               "key": "90-119",
                     *               "label": "90 to 119 minutes",
                     *               "count": 17,
                     *               "sample_media_ids": [
                     *                 "movie:07e58293-f1e0-537e-8820-777fe1613268",
                     *                 "movie:260e462a-576e-51db-b063-29dc3e1e314e",
                     *                 "movie:4bf63730-961b-5782-a2ca-c73dfcf14ee5"
                     *               ]
                     *             }
                     *           ],
                     *           "cardinality": 6,
                     *           "other_count": 27,
                     *           "missing_count": 0
                     *         },
                     *         {
                     *           "kind": "watch_state",
                     *           "label": "Watch state",
                     *           "values": [
                     *             {
                     *               "key": "unwatched",
                     *               "label": "Unwatched",
                     *               "count": 109,
                     *               "sample_media_ids": [
                     *                 "episode:07371b41-8015-5985-892a-40b026a2bc71",
                     *                 "episode:11b78a3f-5b97-5929-b082-d774b7fe4116",
                     *                 "episode:132f6010-0ce8-5f6e-8453-a9f6666f745d"
                     *               ]
                     *             },
                     *             {
                     *               "key": "in_progress",
                     *               "label": "In progress",
                     *               "count": 2,
                     *               "sample_media_ids": [
                     *                 "episode:168f8199-c7f4-52e1-81c0-b2c95802434f",
                     *                 "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *               ]
                     *             }
                     *           ],
                     *           "cardinality": 2,
                     *           "other_count": 0,
                     *           "missing_count": 0
                     *         },
                     *         {
                     *           "kind": "library",
                     *           "label": "Library",
                     *           "values": [
                     *             {
                     *               "key": "eca92b76-934b-5829-a0f9-f238ce6d4f52",
                     *               "label": "Serial Evenings",
                     *               "count": 61,
                     *               "sample_media_ids": [
                     *                 "episode:07371b41-8015-5985-892a-40b026a2bc71",
                     *                 "episode:11b78a3f-5b97-5929-b082-d774b7fe4116",
                     *                 "episode:132f6010-0ce8-5f6e-8453-a9f6666f745d"
                     *               ]
                     *             },
                     *             {
                     *               "key": "a0689ade-071c-5754-aa9c-4299e9deefcc",
                     *               "label": "Silent Era",
                     *               "count": 45,
                     *               "sample_media_ids": [
                     *                 "movie:07e58293-f1e0-537e-8820-777fe1613268",
                     *                 "movie:1c8e20b1-3eb1-58ff-80b6-bd20d4df4846",
                     *                 "movie:22f80b4f-2608-5396-8a2d-85ccc747dc83"
                     *               ]
                     *             }
                     *           ],
                     *           "cardinality": 3,
                     *           "other_count": 19,
                     *           "missing_count": 0
                     *         },
                     *         {
                     *           "kind": "media_kind",
                     *           "label": "Kind",
                     *           "values": [
                     *             {
                     *               "key": "movie",
                     *               "label": "Movies",
                     *               "count": 64,
                     *               "sample_media_ids": [
                     *                 "movie:07e58293-f1e0-537e-8820-777fe1613268",
                     *                 "movie:0a1b9458-e65f-5db0-9d50-a7f6506e7b6f",
                     *                 "movie:1569adae-614e-542c-a44a-10f1075debaf"
                     *               ]
                     *             },
                     *             {
                     *               "key": "episode",
                     *               "label": "Episodes",
                     *               "count": 47,
                     *               "sample_media_ids": [
                     *                 "episode:07371b41-8015-5985-892a-40b026a2bc71",
                     *                 "episode:11b78a3f-5b97-5929-b082-d774b7fe4116",
                     *                 "episode:132f6010-0ce8-5f6e-8453-a9f6666f745d"
                     *               ]
                     *             }
                     *           ],
                     *           "cardinality": 4,
                     *           "other_count": 14,
                     *           "missing_count": 0
                     *         },
                     *         {
                     *           "kind": "language",
                     *           "label": "Language",
                     *           "values": [
                     *             {
                     *               "key": "en",
                     *               "label": "English",
                     *               "count": 50,
                     *               "sample_media_ids": [
                     *                 "movie:07e58293-f1e0-537e-8820-777fe1613268",
                     *                 "movie:0a1b9458-e65f-5db0-9d50-a7f6506e7b6f",
                     *                 "movie:1569adae-614e-542c-a44a-10f1075debaf"
                     *               ]
                     *             },
                     *             {
                     *               "key": "de",
                     *               "label": "German",
                     *               "count": 10,
                     *               "sample_media_ids": [
                     *                 "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *                 "movie:5bf23155-4db9-5ed1-bdce-370273f8a124",
                     *                 "movie:5c39e33b-f455-519d-a656-61e14388ad51"
                     *               ]
                     *             }
                     *           ],
                     *           "cardinality": 6,
                     *           "other_count": 9,
                     *           "missing_count": 0
                     *         },
                     *         {
                     *           "kind": "content_rating",
                     *           "label": "Content rating",
                     *           "values": [
                     *             {
                     *               "key": "nr",
                     *               "label": "NR",
                     *               "count": 51,
                     *               "sample_media_ids": [
                     *                 "movie:07e58293-f1e0-537e-8820-777fe1613268",
                     *                 "movie:0a1b9458-e65f-5db0-9d50-a7f6506e7b6f",
                     *                 "movie:1569adae-614e-542c-a44a-10f1075debaf"
                     *               ]
                     *             },
                     *             {
                     *               "key": "approved",
                     *               "label": "Approved",
                     *               "count": 7,
                     *               "sample_media_ids": [
                     *                 "movie:46d403f1-3f9d-5056-a982-6f6da7f548da",
                     *                 "movie:5974b450-840e-59ea-bf92-533fc242ea07",
                     *                 "movie:635c77df-0483-5e41-8af4-8da14a9e2a00"
                     *               ]
                     *             }
                     *           ],
                     *           "cardinality": 6,
                     *           "other_count": 11,
                     *           "missing_count": 0
                     *         },
                     *         {
                     *           "kind": "country",
                     *           "label": "Country",
                     *           "values": [
                     *             {
                     *               "key": "united states",
                     *               "label": "United States",
                     *               "count": 45,
                     *               "sample_media_ids": [
                     *                 "movie:07e58293-f1e0-537e-8820-777fe1613268",
                     *                 "movie:0a1b9458-e65f-5db0-9d50-a7f6506e7b6f",
                     *                 "movie:1569adae-614e-542c-a44a-10f1075debaf"
                     *               ]
                     *             },
                     *             {
                     *               "key": "germany",
                     *               "label": "Germany",
                     *               "count": 10,
                     *               "sample_media_ids": [
                     *                 "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *                 "movie:5bf23155-4db9-5ed1-bdce-370273f8a124",
                     *                 "movie:5c39e33b-f455-519d-a656-61e14388ad51"
                     *               ]
                     *             }
                     *           ],
                     *           "cardinality": 10,
                     *           "other_count": 19,
                     *           "missing_count": 0
                     *         },
                     *         {
                     *           "kind": "person",
                     *           "label": "Person",
                     *           "values": [
                     *             {
                     *               "key": "buster keaton",
                     *               "label": "Buster Keaton",
                     *               "count": 4,
                     *               "sample_media_ids": [
                     *                 "movie:1c8e20b1-3eb1-58ff-80b6-bd20d4df4846",
                     *                 "movie:26b2a2c0-b512-5939-81f4-757ca8920873",
                     *                 "movie:75766d26-6333-5659-a304-a10421afd62b"
                     *               ]
                     *             },
                     *             {
                     *               "key": "f. w. murnau",
                     *               "label": "F. W. Murnau",
                     *               "count": 4,
                     *               "sample_media_ids": [
                     *                 "movie:551de3c1-9600-5980-bb43-265a75785084",
                     *                 "movie:6369595e-8519-580e-a002-6176a957e398",
                     *                 "movie:9a6c489d-ccac-52dd-8f46-3e4451e3fef8"
                     *               ]
                     *             }
                     *           ],
                     *           "cardinality": 288,
                     *           "other_count": 326,
                     *           "missing_count": 0
                     *         },
                     *         {
                     *           "kind": "collection",
                     *           "label": "Collection",
                     *           "values": [],
                     *           "cardinality": 0,
                     *           "other_count": 0,
                     *           "missing_count": 69
                     *         }
                     *       ],
                     *       "unknown_library_ids": [],
                     *       "truncated": false,
                     *       "caps": {
                     *         "candidate_limit": 12,
                     *         "artifact_limit": 2,
                     *         "related_limit": 2,
                     *         "facet_limit": 2,
                     *         "grounding_limit": 2,
                     *         "tool_call_limit": 16,
                     *         "summary_max_chars": 400
                     *       },
                     *       "generated_at": "2026-11-28T13:09:57.985Z",
                     *       "origins": {
                     *         "catalog": [
                     *           "facets"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FacetsResponse"];
                    "text/markdown": string;
                    "application/vnd.intelligence.formats+json": {
                        json: components["schemas"]["FacetsResponse"];
                        /** @description The answer as Markdown. Catalog text in it is escaped. */
                        markdown: string;
                    };
                };
            };
            /**
             * @description `malformed-json`: The body is not one JSON document in UTF-8, or an object in it repeats a member name.
             *
             *     `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known.
             *
             *     `invalid-cursor`: The cursor is damaged, expired, or was issued for another user, route or filter. Start from the first page.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `conflict`: The resource is in a state, or at a revision, that does not allow the operation. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload-too-large`: The body is larger than the route accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The body has a media type, charset or content coding that the route does not accept. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getOverview: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "pagination": {
                 *         "limit": 2
                 *       },
                 *       "caps": {
                 *         "artifact_limit": 2,
                 *         "facet_limit": 2,
                 *         "related_limit": 2,
                 *         "grounding_limit": 2
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OverviewRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "libraries": [
                     *         {
                     *           "library_id": "eca92b76-934b-5829-a0f9-f238ce6d4f52",
                     *           "name": "Serial Evenings",
                     *           "library_kind": "series",
                     *           "summary": {
                     *             "text": "Serial Evenings holds 5 series, 9 seasons, 47 episodes. Most frequent genres: Drama, Comedy, Mystery.",
                     *             "max_chars": 400,
                     *             "truncated": false,
                     *             "original_chars": 101
                     *           },
                     *           "counts": {
                     *             "movies": 0,
                     *             "series": 5,
                     *             "seasons": 9,
                     *             "episodes": 47,
                     *             "artifacts": 0
                     *           },
                     *           "facets": [
                     *             {
                     *               "kind": "genre",
                     *               "label": "Genre",
                     *               "values": [
                     *                 {
                     *                   "key": "drama",
                     *                   "label": "Drama",
                     *                   "count": 4,
                     *                   "sample_media_ids": [
                     *                     "series:52c0e5cd-80f2-58d4-bbd1-4aa04d2dc446",
                     *                     "series:77ff9c02-02fa-50be-8409-27b96b8166d7",
                     *                     "series:8dee129e-5c12-5181-821d-ca6a902089e7"
                     *                   ]
                     *                 },
                     *                 {
                     *                   "key": "comedy",
                     *                   "label": "Comedy",
                     *                   "count": 2,
                     *                   "sample_media_ids": [
                     *                     "series:4a2224fa-9cbc-5bf2-bd7b-e13f5d565e66",
                     *                     "series:8dee129e-5c12-5181-821d-ca6a902089e7"
                     *                   ]
                     *                 }
                     *               ],
                     *               "cardinality": 8,
                     *               "other_count": 7,
                     *               "missing_count": 0
                     *             },
                     *             {
                     *               "kind": "release_decade",
                     *               "label": "Decade of release",
                     *               "values": [
                     *                 {
                     *                   "key": "2010",
                     *                   "label": "2010s",
                     *                   "count": 3,
                     *                   "sample_media_ids": [
                     *                     "series:52c0e5cd-80f2-58d4-bbd1-4aa04d2dc446",
                     *                     "series:77ff9c02-02fa-50be-8409-27b96b8166d7",
                     *                     "series:8dee129e-5c12-5181-821d-ca6a902089e7"
                     *                   ]
                     *                 },
                     *                 {
                     *                   "key": "2020",
                     *                   "label": "2020s",
                     *                   "count": 2,
                     *                   "sample_media_ids": [
                     *                     "series:4a2224fa-9cbc-5bf2-bd7b-e13f5d565e66",
                     *                     "series:db162944-4d2e-5e2b-9608-dad2e724417e"
                     *                   ]
                     *                 }
                     *               ],
                     *               "cardinality": 2,
                     *               "other_count": 0,
                     *               "missing_count": 0
                     *             },
                     *             {
                     *               "kind": "runtime_bucket",
                     *               "label": "Runtime",
                     *               "values": [
                     *                 {
                     *                   "key": "30-59",
                     *                   "label": "30 to 59 minutes",
                     *                   "count": 4,
                     *                   "sample_media_ids": [
                     *                     "series:52c0e5cd-80f2-58d4-bbd1-4aa04d2dc446",
                     *                     "series:77ff9c02-02fa-50be-8409-27b96b8166d7",
                     *                     "series:8dee129e-5c12-5181-821d-ca6a902089e7"
                     *                   ]
                     *                 },
                     *                 {
                     *                   "key": "0-29",
                     *                   "label": "0 to 29 minutes",
                     *                   "count": 1,
                     *                   "sample_media_ids": [
                     *                     "series:4a2224fa-9cbc-5bf2-bd7b-e13f5d565e66"
                     *                   ]
                     *                 }
                     *               ],
                     *               "cardinality": 2,
                     *               "other_count": 0,
                     *               "missing_count": 0
                     *             },
                     *             {
                     *               "kind": "watch_state",
                     *               "label": "Watch state",
                     *               "values": [
                     *                 {
                     *                   "key": "unwatched",
                     *                   "label": "Unwatched",
                     *                   "count": 46,
                     *                   "sample_media_ids": [
                     *                     "episode:07371b41-8015-5985-892a-40b026a2bc71",
                     *                     "episode:11b78a3f-5b97-5929-b082-d774b7fe4116",
                     *                     "episode:132f6010-0ce8-5f6e-8453-a9f6666f745d"
                     *                   ]
                     *                 },
                     *                 {
                     *                   "key": "in_progress",
                     *                   "label": "In progress",
                     *                   "count": 1,
                     *                   "sample_media_ids": [
                     *                     "episode:168f8199-c7f4-52e1-81c0-b2c95802434f"
                     *                   ]
                     *                 }
                     *               ],
                     *               "cardinality": 2,
                     *               "other_count": 0,
                     *               "missing_count": 0
                     *             },
                     *             {
                     *               "kind": "library",
                     *               "label": "Library",
                     *               "values": [
                     *                 {
                     *                   "key": "eca92b76-934b-5829-a0f9-f238ce6d4f52",
                     *                   "label": "Serial Evenings",
                     *                   "count": 61,
                     *                   "sample_media_ids": [
                     *                     "episode:07371b41-8015-5985-892a-40b026a2bc71",
                     *                     "episode:11b78a3f-5b97-5929-b082-d774b7fe4116",
                     *                     "episode:132f6010-0ce8-5f6e-8453-a9f6666f745d"
                     *                   ]
                     *                 }
                     *               ],
                     *               "cardinality": 1,
                     *               "other_count": 0,
                     *               "missing_count": 0
                     *             },
                     *             {
                     *               "kind": "media_kind",
                     *               "label": "Kind",
                     *               "values": [
                     *                 {
                     *                   "key": "episode",
                     *                   "label": "Episodes",
                     *                   "count": 47,
                     *                   "sample_media_ids": [
                     *                     "episode:07371b41-8015-5985-892a-40b026a2bc71",
                     *                     "episode:11b78a3f-5b97-5929-b082-d774b7fe4116",
                     *                     "episode:132f6010-0ce8-5f6e-8453-a9f6666f745d"
                     *                   ]
                     *                 },
                     *                 {
                     *                   "key": "season",
                     *                   "label": "Seasons",
                     *                   "count": 9,
                     *                   "sample_media_ids": [
                     *                     "season:1fb0281a-0e6e-5c11-bbec-f4a5c0854c52",
                     *                     "season:216f7eb1-637d-5354-9c4b-414faee066a2",
                     *                     "season:3674a702-fb42-5b8f-ab27-b55040e71c3d"
                     *                   ]
                     *                 }
                     *               ],
                     *               "cardinality": 3,
                     *               "other_count": 5,
                     *               "missing_count": 0
                     *             },
                     *             {
                     *               "kind": "language",
                     *               "label": "Language",
                     *               "values": [
                     *                 {
                     *                   "key": "en",
                     *                   "label": "English",
                     *                   "count": 4,
                     *                   "sample_media_ids": [
                     *                     "series:4a2224fa-9cbc-5bf2-bd7b-e13f5d565e66",
                     *                     "series:52c0e5cd-80f2-58d4-bbd1-4aa04d2dc446",
                     *                     "series:8dee129e-5c12-5181-821d-ca6a902089e7"
                     *                   ]
                     *                 },
                     *                 {
                     *                   "key": "de",
                     *                   "label": "German",
                     *                   "count": 1,
                     *                   "sample_media_ids": [
                     *                     "series:77ff9c02-02fa-50be-8409-27b96b8166d7"
                     *                   ]
                     *                 }
                     *               ],
                     *               "cardinality": 2,
                     *               "other_count": 0,
                     *               "missing_count": 0
                     *             },
                     *             {
                     *               "kind": "content_rating",
                     *               "label": "Content rating",
                     *               "values": [
                     *                 {
                     *                   "key": "tv-pg",
                     *                   "label": "TV-PG",
                     *                   "count": 3,
                     *                   "sample_media_ids": [
                     *                     "series:52c0e5cd-80f2-58d4-bbd1-4aa04d2dc446",
                     *                     "series:77ff9c02-02fa-50be-8409-27b96b8166d7",
                     *                     "series:8dee129e-5c12-5181-821d-ca6a902089e7"
                     *                   ]
                     *                 },
                     *                 {
                     *                   "key": "tv-14",
                     *                   "label": "TV-14",
                     *                   "count": 1,
                     *                   "sample_media_ids": [
                     *                     "series:db162944-4d2e-5e2b-9608-dad2e724417e"
                     *                   ]
                     *                 }
                     *               ],
                     *               "cardinality": 3,
                     *               "other_count": 1,
                     *               "missing_count": 0
                     *             },
                     *             {
                     *               "kind": "country",
                     *               "label": "Country",
                     *               "values": [
                     *                 {
                     *                   "key": "united kingdom",
                     *                   "label": "United Kingdom",
                     *                   "count": 3,
                     *                   "sample_media_ids": [
                     *                     "series:52c0e5cd-80f2-58d4-bbd1-4aa04d2dc446",
                     *                     "series:8dee129e-5c12-5181-821d-ca6a902089e7",
                     *                     "series:db162944-4d2e-5e2b-9608-dad2e724417e"
                     *                   ]
                     *                 },
                     *                 {
                     *                   "key": "canada",
                     *                   "label": "Canada",
                     *                   "count": 1,
                     *                   "sample_media_ids": [
                     *                     "series:4a2224fa-9cbc-5bf2-bd7b-e13f5d565e66"
                     *                   ]
                     *                 }
                     *               ],
                     *               "cardinality": 5,
                     *               "other_count": 3,
                     *               "missing_count": 0
                     *             },
                     *             {
                     *               "kind": "person",
                     *               "label": "Person",
                     *               "values": [
                     *                 {
                     *                   "key": "anjali sen",
                     *                   "label": "Anjali Sen",
                     *                   "count": 2,
                     *                   "sample_media_ids": [
                     *                     "series:4a2224fa-9cbc-5bf2-bd7b-e13f5d565e66",
                     *                     "series:8dee129e-5c12-5181-821d-ca6a902089e7"
                     *                   ]
                     *                 },
                     *                 {
                     *                   "key": "bastien roche",
                     *                   "label": "Bastien Roche",
                     *                   "count": 2,
                     *                   "sample_media_ids": [
                     *                     "series:4a2224fa-9cbc-5bf2-bd7b-e13f5d565e66",
                     *                     "series:8dee129e-5c12-5181-821d-ca6a902089e7"
                     *                   ]
                     *                 }
                     *               ],
                     *               "cardinality": 21,
                     *               "other_count": 23,
                     *               "missing_count": 0
                     *             },
                     *             {
                     *               "kind": "collection",
                     *               "label": "Collection",
                     *               "values": [],
                     *               "cardinality": 0,
                     *               "other_count": 0,
                     *               "missing_count": 5
                     *             }
                     *           ],
                     *           "artifact_ids": []
                     *         },
                     *         {
                     *           "library_id": "a0689ade-071c-5754-aa9c-4299e9deefcc",
                     *           "name": "Silent Era",
                     *           "library_kind": "movies",
                     *           "summary": {
                     *             "text": "Silent Era holds 45 movies. Most frequent genres: Drama, Romance, Comedy.",
                     *             "max_chars": 400,
                     *             "truncated": false,
                     *             "original_chars": 73
                     *           },
                     *           "counts": {
                     *             "movies": 45,
                     *             "series": 0,
                     *             "seasons": 0,
                     *             "episodes": 0,
                     *             "artifacts": 1
                     *           },
                     *           "facets": [
                     *             {
                     *               "kind": "genre",
                     *               "label": "Genre",
                     *               "values": [
                     *                 {
                     *                   "key": "drama",
                     *                   "label": "Drama",
                     *                   "count": 19,
                     *                   "sample_media_ids": [
                     *                     "movie:07e58293-f1e0-537e-8820-777fe1613268",
                     *                     "movie:22f80b4f-2608-5396-8a2d-85ccc747dc83",
                     *                     "movie:27b8ff9f-aef5-5873-b532-ab5770884401"
                     *                   ]
                     *                 },
                     *                 {
                     *                   "key": "romance",
                     *                   "label": "Romance",
                     *                   "count": 11,
                     *                   "sample_media_ids": [
                     *                     "movie:07e58293-f1e0-537e-8820-777fe1613268",
                     *                     "movie:1c8e20b1-3eb1-58ff-80b6-bd20d4df4846",
                     *                     "movie:27b8ff9f-aef5-5873-b532-ab5770884401"
                     *                   ]
                     *                 }
                     *               ],
                     *               "cardinality": 18,
                     *               "other_count": 68,
                     *               "missing_count": 0
                     *             },
                     *             {
                     *               "kind": "release_decade",
                     *               "label": "Decade of release",
                     *               "values": [
                     *                 {
                     *                   "key": "1920",
                     *                   "label": "1920s",
                     *                   "count": 37,
                     *                   "sample_media_ids": [
                     *                     "movie:07e58293-f1e0-537e-8820-777fe1613268",
                     *                     "movie:1c8e20b1-3eb1-58ff-80b6-bd20d4df4846",
                     *                     "movie:26b2a2c0-b512-5939-81f4-757ca8920873"
                     *                   ]
                     *                 },
                     *                 {
                     *                   "key": "1910",
                     *                   "label": "1910s",
                     *                   "count": 5,
                     *                   "sample_media_ids": [
                     *                     "movie:22f80b4f-2608-5396-8a2d-85ccc747dc83",
                     *                     "movie:2a2af819-982c-50be-b2b9-a50b2c30bbe1",
                     *                     "movie:639f368b-84c8-51b8-aa4e-cdf93a019ce8"
                     *                   ]
                     *                 }
                     *               ],
                     *               "cardinality": 3,
                     *               "other_count": 3,
                     *               "missing_count": 0
                     *             },
                     *             {
                     *               "kind": "runtime_bucket",
                     *               "label": "Runtime",
                     *               "values": [
                     *                 {
                     *                   "key": "60-89",
                     *                   "label": "60 to 89 minutes",
                     *                   "count": 14,
                     *                   "sample_media_ids": [
                     *                     "movie:1c8e20b1-3eb1-58ff-80b6-bd20d4df4846",
                     *                     "movie:26b2a2c0-b512-5939-81f4-757ca8920873",
                     *                     "movie:327142f8-e3d7-5306-aa83-587e78ed262e"
                     *                   ]
                     *                 },
                     *                 {
                     *                   "key": "90-119",
                     *                   "label": "90 to 119 minutes",
                     *                   "count": 11,
                     *                   "sample_media_ids": [
                     *                     "movie:07e58293-f1e0-537e-8820-777fe1613268",
                     *                     "movie:4bf63730-961b-5782-a2ca-c73dfcf14ee5",
                     *                     "movie:551de3c1-9600-5980-bb43-265a75785084"
                     *                   ]
                     *                 }
                     *               ],
                     *               "cardinality": 6,
                     *               "other_count": 20,
                     *               "missing_count": 0
                     *             },
                     *             {
                     *               "kind": "watch_state",
                     *               "label": "Watch state",
                     *               "values": [
                     *                 {
                     *                   "key": "unwatched",
                     *                   "label": "Unwatched",
                     *                   "count": 44,
                     *                   "sample_media_ids": [
                     *                     "movie:07e58293-f1e0-537e-8820-777fe1613268",
                     *                     "movie:1c8e20b1-3eb1-58ff-80b6-bd20d4df4846",
                     *                     "movie:22f80b4f-2608-5396-8a2d-85ccc747dc83"
                     *                   ]
                     *                 },
                     *                 {
                     *                   "key": "in_progress",
                     *                   "label": "In progress",
                     *                   "count": 1,
                     *                   "sample_media_ids": [
                     *                     "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *                   ]
                     *                 }
                     *               ],
                     *               "cardinality": 2,
                     *               "other_count": 0,
                     *               "missing_count": 0
                     *             },
                     *             {
                     *               "kind": "library",
                     *               "label": "Library",
                     *               "values": [
                     *                 {
                     *                   "key": "a0689ade-071c-5754-aa9c-4299e9deefcc",
                     *                   "label": "Silent Era",
                     *                   "count": 45,
                     *                   "sample_media_ids": [
                     *                     "movie:07e58293-f1e0-537e-8820-777fe1613268",
                     *                     "movie:1c8e20b1-3eb1-58ff-80b6-bd20d4df4846",
                     *                     "movie:22f80b4f-2608-5396-8a2d-85ccc747dc83"
                     *                   ]
                     *                 }
                     *               ],
                     *               "cardinality": 1,
                     *               "other_count": 0,
                     *               "missing_count": 0
                     *             },
                     *             {
                     *               "kind": "media_kind",
                     *               "label": "Kind",
                     *               "values": [
                     *                 {
                     *                   "key": "movie",
                     *                   "label": "Movies",
                     *                   "count": 45,
                     *                   "sample_media_ids": [
                     *                     "movie:07e58293-f1e0-537e-8820-777fe1613268",
                     *                     "movie:1c8e20b1-3eb1-58ff-80b6-bd20d4df4846",
                     *                     "movie:22f80b4f-2608-5396-8a2d-85ccc747dc83"
                     *                   ]
                     *                 }
                     *               ],
                     *               "cardinality": 1,
                     *               "other_count": 0,
                     *               "missing_count": 0
                     *             },
                     *             {
                     *               "kind": "language",
                     *               "label": "Language",
                     *               "values": [
                     *                 {
                     *                   "key": "en",
                     *                   "label": "English",
                     *                   "count": 27,
                     *                   "sample_media_ids": [
                     *                     "movie:07e58293-f1e0-537e-8820-777fe1613268",
                     *                     "movie:1c8e20b1-3eb1-58ff-80b6-bd20d4df4846",
                     *                     "movie:26b2a2c0-b512-5939-81f4-757ca8920873"
                     *                   ]
                     *                 },
                     *                 {
                     *                   "key": "de",
                     *                   "label": "German",
                     *                   "count": 9,
                     *                   "sample_media_ids": [
                     *                     "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *                     "movie:5bf23155-4db9-5ed1-bdce-370273f8a124",
                     *                     "movie:5c39e33b-f455-519d-a656-61e14388ad51"
                     *                   ]
                     *                 }
                     *               ],
                     *               "cardinality": 6,
                     *               "other_count": 9,
                     *               "missing_count": 0
                     *             },
                     *             {
                     *               "kind": "content_rating",
                     *               "label": "Content rating",
                     *               "values": [
                     *                 {
                     *                   "key": "nr",
                     *                   "label": "NR",
                     *                   "count": 45,
                     *                   "sample_media_ids": [
                     *                     "movie:07e58293-f1e0-537e-8820-777fe1613268",
                     *                     "movie:1c8e20b1-3eb1-58ff-80b6-bd20d4df4846",
                     *                     "movie:22f80b4f-2608-5396-8a2d-85ccc747dc83"
                     *                   ]
                     *                 }
                     *               ],
                     *               "cardinality": 1,
                     *               "other_count": 0,
                     *               "missing_count": 0
                     *             },
                     *             {
                     *               "kind": "country",
                     *               "label": "Country",
                     *               "values": [
                     *                 {
                     *                   "key": "united states",
                     *                   "label": "United States",
                     *                   "count": 26,
                     *                   "sample_media_ids": [
                     *                     "movie:07e58293-f1e0-537e-8820-777fe1613268",
                     *                     "movie:1c8e20b1-3eb1-58ff-80b6-bd20d4df4846",
                     *                     "movie:26b2a2c0-b512-5939-81f4-757ca8920873"
                     *                   ]
                     *                 },
                     *                 {
                     *                   "key": "germany",
                     *                   "label": "Germany",
                     *                   "count": 9,
                     *                   "sample_media_ids": [
                     *                     "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *                     "movie:5bf23155-4db9-5ed1-bdce-370273f8a124",
                     *                     "movie:5c39e33b-f455-519d-a656-61e14388ad51"
                     *                   ]
                     *                 }
                     *               ],
                     *               "cardinality": 8,
                     *               "other_count": 12,
                     *               "missing_count": 0
                     *             },
                     *             {
                     *               "kind": "person",
                     *               "label": "Person",
                     *               "values": [
                     *                 {
                     *                   "key": "buster keaton",
                     *                   "label": "Buster Keaton",
                     *                   "count": 4,
                     *                   "sample_media_ids": [
                     *                     "movie:1c8e20b1-3eb1-58ff-80b6-bd20d4df4846",
                     *                     "movie:26b2a2c0-b512-5939-81f4-757ca8920873",
                     *                     "movie:75766d26-6333-5659-a304-a10421afd62b"
                     *                   ]
                     *                 },
                     *                 {
                     *                   "key": "f. w. murnau",
                     *                   "label": "F. W. Murnau",
                     *                   "count": 4,
                     *                   "sample_media_ids": [
                     *                     "movie:551de3c1-9600-5980-bb43-265a75785084",
                     *                     "movie:6369595e-8519-580e-a002-6176a957e398",
                     *                     "movie:9a6c489d-ccac-52dd-8f46-3e4451e3fef8"
                     *                   ]
                     *                 }
                     *               ],
                     *               "cardinality": 172,
                     *               "other_count": 197,
                     *               "missing_count": 0
                     *             },
                     *             {
                     *               "kind": "collection",
                     *               "label": "Collection",
                     *               "values": [],
                     *               "cardinality": 0,
                     *               "other_count": 0,
                     *               "missing_count": 45
                     *             }
                     *           ],
                     *           "artifact_ids": [
                     *             "0b9f7c3e-52d1-4c8a-9d55-2f6a0c1e7b40"
                     *           ]
                     *         }
                     *       ],
                     *       "facets": [
                     *         {
                     *           "kind": "genre",
                     *           "label": "Genre",
                     *           "values": [
                     *             {
                     *               "key": "drama",
                     *               "label": "Drama",
                     *               "count": 26,
                     *               "sample_media_ids": [
                     *                 "movie:07e58293-f1e0-537e-8820-777fe1613268",
                     *                 "movie:22f80b4f-2608-5396-8a2d-85ccc747dc83",
                     *                 "movie:27b8ff9f-aef5-5873-b532-ab5770884401"
                     *               ]
                     *             },
                     *             {
                     *               "key": "comedy",
                     *               "label": "Comedy",
                     *               "count": 19,
                     *               "sample_media_ids": [
                     *                 "movie:1569adae-614e-542c-a44a-10f1075debaf",
                     *                 "movie:1c8e20b1-3eb1-58ff-80b6-bd20d4df4846",
                     *                 "movie:260e462a-576e-51db-b063-29dc3e1e314e"
                     *               ]
                     *             }
                     *           ],
                     *           "cardinality": 19,
                     *           "other_count": 110,
                     *           "missing_count": 0
                     *         },
                     *         {
                     *           "kind": "release_decade",
                     *           "label": "Decade of release",
                     *           "values": [
                     *             {
                     *               "key": "1920",
                     *               "label": "1920s",
                     *               "count": 37,
                     *               "sample_media_ids": [
                     *                 "movie:07e58293-f1e0-537e-8820-777fe1613268",
                     *                 "movie:1c8e20b1-3eb1-58ff-80b6-bd20d4df4846",
                     *                 "movie:26b2a2c0-b512-5939-81f4-757ca8920873"
                     *               ]
                     *             },
                     *             {
                     *               "key": "1930",
                     *               "label": "1930s",
                     *               "count": 7,
                     *               "sample_media_ids": [
                     *                 "movie:55d21d72-89e5-5be7-bce1-2766da4e7f57",
                     *                 "movie:5974b450-840e-59ea-bf92-533fc242ea07",
                     *                 "movie:78358dee-3d6c-56d6-b30e-f474889bfedd"
                     *               ]
                     *             }
                     *           ],
                     *           "cardinality": 9,
                     *           "other_count": 25,
                     *           "missing_count": 0
                     *         },
                     *         {
                     *           "kind": "runtime_bucket",
                     *           "label": "Runtime",
                     *           "values": [
                     *             {
                     *               "key": "60-89",
                     *               "label": "60 to 89 minutes",
                     *               "count": 25,
                     *               "sample_media_ids": [
                     *                 "movie:0a1b9458-e65f-5db0-9d50-a7f6506e7b6f",
                     *                 "movie:1569adae-614e-542c-a44a-10f1075debaf",
                     *                 "movie:1c8e20b1-3eb1-58ff-80b6-bd20d4df4846"
                     *               ]
                     *             },
                     *             {
                     *               "key": "90-119",
                     *               "label": "90 to 119 minutes",
                     *               "count": 17,
                     *               "sample_media_ids": [
                     *                 "movie:07e58293-f1e0-537e-8820-777fe1613268",
                     *                 "movie:260e462a-576e-51db-b063-29dc3e1e314e",
                     *                 "movie:4bf63730-961b-5782-a2ca-c73dfcf14ee5"
                     *               ]
                     *             }
                     *           ],
                     *           "cardinality": 6,
                     *           "other_count": 27,
                     *           "missing_count": 0
                     *         },
                     *         {
                     *           "kind": "watch_state",
                     *           "label": "Watch state",
                     *           "values": [
                     *             {
                     *               "key": "unwatched",
                     *               "label": "Unwatched",
                     *               "count": 109,
                     *               "sample_media_ids": [
                     *                 "episode:07371b41-8015-5985-892a-40b026a2bc71",
                     *                 "episode:11b78a3f-5b97-5929-b082-d774b7fe4116",
                     *                 "episode:132f6010-0ce8-5f6e-8453-a9f6666f745d"
                     *               ]
                     *             },
                     *             {
                     *               "key": "in_progress",
                     *               "label": "In progress",
                     *               "count": 2,
                     *               "sample_media_ids": [
                     *                 "episode:168f8199-c7f4-52e1-81c0-b2c95802434f",
                     *                 "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *               ]
                     *             }
                     *           ],
                     *           "cardinality": 2,
                     *           "other_count": 0,
                     *           "missing_count": 0
                     *         },
                     *         {
                     *           "kind": "library",
                     *           "label": "Library",
                     *           "values": [
                     *             {
                     *               "key": "eca92b76-934b-5829-a0f9-f238ce6d4f52",
                     *               "label": "Serial Evenings",
                     *               "count": 61,
                     *               "sample_media_ids": [
                     *                 "episode:07371b41-8015-5985-892a-40b026a2bc71",
                     *                 "episode:11b78a3f-5b97-5929-b082-d774b7fe4116",
                     *                 "episode:132f6010-0ce8-5f6e-8453-a9f6666f745d"
                     *               ]
                     *             },
                     *             {
                     *               "key": "a0689ade-071c-5754-aa9c-4299e9deefcc",
                     *               "label": "Silent Era",
                     *               "count": 45,
                     *               "sample_media_ids": [
                     *                 "movie:07e58293-f1e0-537e-8820-777fe1613268",
                     *                 "movie:1c8e20b1-3eb1-58ff-80b6-bd20d4df4846",
                     *                 "movie:22f80b4f-2608-5396-8a2d-85ccc747dc83"
                     *               ]
                     *             }
                     *           ],
                     *           "cardinality": 3,
                     *           "other_count": 19,
                     *           "missing_count": 0
                     *         },
                     *         {
                     *           "kind": "media_kind",
                     *           "label": "Kind",
                     *           "values": [
                     *             {
                     *               "key": "movie",
                     *               "label": "Movies",
                     *               "count": 64,
                     *               "sample_media_ids": [
                     *                 "movie:07e58293-f1e0-537e-8820-777fe1613268",
                     *                 "movie:0a1b9458-e65f-5db0-9d50-a7f6506e7b6f",
                     *                 "movie:1569adae-614e-542c-a44a-10f1075debaf"
                     *               ]
                     *             },
                     *             {
                     *               "key": "episode",
                     *               "label": "Episodes",
                     *               "count": 47,
                     *               "sample_media_ids": [
                     *                 "episode:07371b41-8015-5985-892a-40b026a2bc71",
                     *                 "episode:11b78a3f-5b97-5929-b082-d774b7fe4116",
                     *                 "episode:132f6010-0ce8-5f6e-8453-a9f6666f745d"
                     *               ]
                     *             }
                     *           ],
                     *           "cardinality": 4,
                     *           "other_count": 14,
                     *           "missing_count": 0
                     *         },
                     *         {
                     *           "kind": "language",
                     *           "label": "Language",
                     *           "values": [
                     *             {
                     *               "key": "en",
                     *               "label": "English",
                     *               "count": 50,
                     *               "sample_media_ids": [
                     *                 "movie:07e58293-f1e0-537e-8820-777fe1613268",
                     *                 "movie:0a1b9458-e65f-5db0-9d50-a7f6506e7b6f",
                     *                 "movie:1569adae-614e-542c-a44a-10f1075debaf"
                     *               ]
                     *             },
                     *             {
                     *               "key": "de",
                     *               "label": "German",
                     *               "count": 10,
                     *               "sample_media_ids": [
                     *                 "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *                 "movie:5bf23155-4db9-5ed1-bdce-370273f8a124",
                     *                 "movie:5c39e33b-f455-519d-a656-61e14388ad51"
                     *               ]
                     *             }
                     *           ],
                     *           "cardinality": 6,
                     *           "other_count": 9,
                     *           "missing_count": 0
                     *         },
                     *         {
                     *           "kind": "content_rating",
                     *           "label": "Content rating",
                     *           "values": [
                     *             {
                     *               "key": "nr",
                     *               "label": "NR",
                     *               "count": 51,
                     *               "sample_media_ids": [
                     *                 "movie:07e58293-f1e0-537e-8820-777fe1613268",
                     *                 "movie:0a1b9458-e65f-5db0-9d50-a7f6506e7b6f",
                     *                 "movie:1569adae-614e-542c-a44a-10f1075debaf"
                     *               ]
                     *             },
                     *             {
                     *               "key": "approved",
                     *               "label": "Approved",
                     *               "count": 7,
                     *               "sample_media_ids": [
                     *                 "movie:46d403f1-3f9d-5056-a982-6f6da7f548da",
                     *                 "movie:5974b450-840e-59ea-bf92-533fc242ea07",
                     *                 "movie:635c77df-0483-5e41-8af4-8da14a9e2a00"
                     *               ]
                     *             }
                     *           ],
                     *           "cardinality": 6,
                     *           "other_count": 11,
                     *           "missing_count": 0
                     *         },
                     *         {
                     *           "kind": "country",
                     *           "label": "Country",
                     *           "values": [
                     *             {
                     *               "key": "united states",
                     *               "label": "United States",
                     *               "count": 45,
                     *               "sample_media_ids": [
                     *                 "movie:07e58293-f1e0-537e-8820-777fe1613268",
                     *                 "movie:0a1b9458-e65f-5db0-9d50-a7f6506e7b6f",
                     *                 "movie:1569adae-614e-542c-a44a-10f1075debaf"
                     *               ]
                     *             },
                     *             {
                     *               "key": "germany",
                     *               "label": "Germany",
                     *               "count": 10,
                     *               "sample_media_ids": [
                     *                 "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *                 "movie:5bf23155-4db9-5ed1-bdce-370273f8a124",
                     *                 "movie:5c39e33b-f455-519d-a656-61e14388ad51"
                     *               ]
                     *             }
                     *           ],
                     *           "cardinality": 10,
                     *           "other_count": 19,
                     *           "missing_count": 0
                     *         },
                     *         {
                     *           "kind": "person",
                     *           "label": "Person",
                     *           "values": [
                     *             {
                     *               "key": "buster keaton",
                     *               "label": "Buster Keaton",
                     *               "count": 4,
                     *               "sample_media_ids": [
                     *                 "movie:1c8e20b1-3eb1-58ff-80b6-bd20d4df4846",
                     *                 "movie:26b2a2c0-b512-5939-81f4-757ca8920873",
                     *                 "movie:75766d26-6333-5659-a304-a10421afd62b"
                     *               ]
                     *             },
                     *             {
                     *               "key": "f. w. murnau",
                     *               "label": "F. W. Murnau",
                     *               "count": 4,
                     *               "sample_media_ids": [
                     *                 "movie:551de3c1-9600-5980-bb43-265a75785084",
                     *                 "movie:6369595e-8519-580e-a002-6176a957e398",
                     *                 "movie:9a6c489d-ccac-52dd-8f46-3e4451e3fef8"
                     *               ]
                     *             }
                     *           ],
                     *           "cardinality": 288,
                     *           "other_count": 326,
                     *           "missing_count": 0
                     *         },
                     *         {
                     *           "kind": "collection",
                     *           "label": "Collection",
                     *           "values": [],
                     *           "cardinality": 0,
                     *           "other_count": 0,
                     *           "missing_count": 69
                     *         }
                     *       ],
                     *       "unknown_library_ids": [],
                     *       "page": {
                     *         "limit": 2,
                     *         "returned": 2,
                     *         "has_more": true,
                     *         "next_cursor": "BWLgHttGHO7clBogwSDcmN_RAxgc7FKrWKQK9SJzNDGtgkJ-V5y6BJwXNQNbeLttKyhcrOf62g3HHoV6RepGTb7ONitYz5xURNlgDCkeUKU3n46keQ",
                     *         "truncated": false
                     *       },
                     *       "caps": {
                     *         "candidate_limit": 12,
                     *         "artifact_limit": 2,
                     *         "related_limit": 2,
                     *         "facet_limit": 2,
                     *         "grounding_limit": 2,
                     *         "tool_call_limit": 16,
                     *         "summary_max_chars": 400
                     *       },
                     *       "generated_at": "2026-11-28T13:09:57.954Z",
                     *       "origins": {
                     *         "catalog": [
                     *           "libraries",
                     *           "facets"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OverviewResponse"];
                    "text/markdown": string;
                    "application/vnd.intelligence.formats+json": {
                        json: components["schemas"]["OverviewResponse"];
                        /** @description The answer as Markdown. Catalog text in it is escaped. */
                        markdown: string;
                    };
                };
            };
            /**
             * @description `malformed-json`: The body is not one JSON document in UTF-8, or an object in it repeats a member name.
             *
             *     `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known.
             *
             *     `invalid-cursor`: The cursor is damaged, expired, or was issued for another user, route or filter. Start from the first page.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `conflict`: The resource is in a state, or at a revision, that does not allow the operation. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload-too-large`: The body is larger than the route accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The body has a media type, charset or content coding that the route does not accept. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    multiSearchCandidates: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "queries": [
                 *         {
                 *           "query": "robot city"
                 *         },
                 *         {
                 *           "query": "moon",
                 *           "media_kinds": [
                 *             "movie"
                 *           ]
                 *         }
                 *       ],
                 *       "pagination": {
                 *         "limit": 2
                 *       },
                 *       "caps": {
                 *         "artifact_limit": 2,
                 *         "facet_limit": 2,
                 *         "related_limit": 2,
                 *         "grounding_limit": 2
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["MultiSearchRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "candidates": [
                     *             {
                     *               "media": {
                     *                 "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *                 "media_kind": "movie",
                     *                 "library_id": "a0689ade-071c-5754-aa9c-4299e9deefcc",
                     *                 "title": "Metropolis",
                     *                 "year": 1927,
                     *                 "series": null,
                     *                 "season_number": null,
                     *                 "episode_number": null,
                     *                 "artifact_ids": [
                     *                   "0b9f7c3e-52d1-4c8a-9d55-2f6a0c1e7b40"
                     *                 ]
                     *               },
                     *               "summary": {
                     *                 "text": "Above the clouds the sons of the rich run races, and under the ground shifts of workers serve the hands of great clocks. The ruler's son goes down to look, and an inventor gives a machine the face of the woman whom everybody trusts.",
                     *                 "max_chars": 400,
                     *                 "truncated": false,
                     *                 "original_chars": 232
                     *               },
                     *               "match_reason": "Found \"robot\", \"city\" in genres, keywords and collection.",
                     *               "score": 0.10625,
                     *               "matched": [
                     *                 {
                     *                   "field": "genres",
                     *                   "tier": "all_terms"
                     *                 }
                     *               ],
                     *               "artifact_ids": [
                     *                 "0b9f7c3e-52d1-4c8a-9d55-2f6a0c1e7b40"
                     *               ],
                     *               "grounding": [
                     *                 {
                     *                   "source": "search_index",
                     *                   "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *                   "field": "genres",
                     *                   "label": "Metropolis",
                     *                   "evidence": {
                     *                     "text": "Science Fiction, Drama, robot, city, workers, flood",
                     *                     "max_chars": 240,
                     *                     "truncated": false,
                     *                     "original_chars": 51
                     *                   }
                     *                 }
                     *               ]
                     *             },
                     *             {
                     *               "media": {
                     *                 "media_id": "series:4a2224fa-9cbc-5bf2-bd7b-e13f5d565e66",
                     *                 "media_kind": "series",
                     *                 "library_id": "eca92b76-934b-5829-a0f9-f238ce6d4f52",
                     *                 "title": "Small Orbits",
                     *                 "year": 2022,
                     *                 "series": null,
                     *                 "season_number": null,
                     *                 "episode_number": null,
                     *                 "artifact_ids": []
                     *               },
                     *               "summary": {
                     *                 "text": "The budget for the great observatory ran out at six rooms, one window and a robot that was meant for museums. Four people keep it in the sky, mostly with tape.",
                     *                 "max_chars": 400,
                     *                 "truncated": false,
                     *                 "original_chars": 159
                     *               },
                     *               "match_reason": "Found \"robot\" in genres, keywords and collection; \"robot\" in the overview.",
                     *               "score": 0.074571,
                     *               "matched": [
                     *                 {
                     *                   "field": "genres",
                     *                   "tier": "most_terms"
                     *                 },
                     *                 {
                     *                   "field": "overview",
                     *                   "tier": "most_terms"
                     *                 }
                     *               ],
                     *               "artifact_ids": [],
                     *               "grounding": [
                     *                 {
                     *                   "source": "search_index",
                     *                   "media_id": "series:4a2224fa-9cbc-5bf2-bd7b-e13f5d565e66",
                     *                   "field": "genres",
                     *                   "label": "Small Orbits",
                     *                   "evidence": {
                     *                     "text": "Comedy, Science Fiction, space station, crew, repair, robot, friendship",
                     *                     "max_chars": 240,
                     *                     "truncated": false,
                     *                     "original_chars": 71
                     *                   }
                     *                 },
                     *                 {
                     *                   "source": "search_index",
                     *                   "media_id": "series:4a2224fa-9cbc-5bf2-bd7b-e13f5d565e66",
                     *                   "field": "overview",
                     *                   "label": "Small Orbits",
                     *                   "evidence": {
                     *                     "text": "The budget for the great observatory ran out at six rooms, one window and a robot that was meant for museums. Four people keep it in the sky, mostly with tape.",
                     *                     "max_chars": 240,
                     *                     "truncated": false,
                     *                     "original_chars": 159
                     *                   }
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "did_you_mean": null,
                     *           "understood": [],
                     *           "page": {
                     *             "limit": 2,
                     *             "returned": 2,
                     *             "has_more": true,
                     *             "next_cursor": "BpvHIahsCt1BL8jrHKhKa9vASqA4Cph16xlRfV850RwFNuScyxYLkvniAMUizgqqKpqG0QeNojPZSIKZHnrOhzqChxpGdGw1-XLnaYVFb04HoIdRt9LVsBRBqegVNxHsqhngLTwW8UYlagv8Jg",
                     *             "truncated": false
                     *           }
                     *         },
                     *         {
                     *           "candidates": [
                     *             {
                     *               "media": {
                     *                 "media_id": "movie:5c39e33b-f455-519d-a656-61e14388ad51",
                     *                 "media_kind": "movie",
                     *                 "library_id": "a0689ade-071c-5754-aa9c-4299e9deefcc",
                     *                 "title": "Woman in the Moon",
                     *                 "year": 1929,
                     *                 "series": null,
                     *                 "season_number": null,
                     *                 "episode_number": null,
                     *                 "artifact_ids": []
                     *               },
                     *               "summary": {
                     *                 "text": "A professor laughed out of the academy said that there is gold on the Moon. A rocket is counted down and flies, with a spy, a boy and a love triangle on board, and with too little air for all of them to come back.",
                     *                 "max_chars": 400,
                     *                 "truncated": false,
                     *                 "original_chars": 213
                     *               },
                     *               "match_reason": "Found \"Moon\" in the title; \"moon\" in genres, keywords and collection; \"Moon\" in the overview.",
                     *               "score": 0.385776,
                     *               "matched": [
                     *                 {
                     *                   "field": "title",
                     *                   "tier": "all_terms"
                     *                 },
                     *                 {
                     *                   "field": "genres",
                     *                   "tier": "all_terms"
                     *                 },
                     *                 {
                     *                   "field": "overview",
                     *                   "tier": "all_terms"
                     *                 }
                     *               ],
                     *               "artifact_ids": [],
                     *               "grounding": [
                     *                 {
                     *                   "source": "search_index",
                     *                   "media_id": "movie:5c39e33b-f455-519d-a656-61e14388ad51",
                     *                   "field": "title",
                     *                   "label": "Woman in the Moon",
                     *                   "evidence": {
                     *                     "text": "Woman in the Moon",
                     *                     "max_chars": 240,
                     *                     "truncated": false,
                     *                     "original_chars": 17
                     *                   }
                     *                 },
                     *                 {
                     *                   "source": "search_index",
                     *                   "media_id": "movie:5c39e33b-f455-519d-a656-61e14388ad51",
                     *                   "field": "genres",
                     *                   "label": "Woman in the Moon",
                     *                   "evidence": {
                     *                     "text": "Science Fiction, Adventure, moon, rocket, gold, stowaway",
                     *                     "max_chars": 240,
                     *                     "truncated": false,
                     *                     "original_chars": 56
                     *                   }
                     *                 }
                     *               ]
                     *             },
                     *             {
                     *               "media": {
                     *                 "media_id": "movie:39f20734-191f-5c8f-a229-57b0b2e1492a",
                     *                 "media_kind": "movie",
                     *                 "library_id": "a0689ade-071c-5754-aa9c-4299e9deefcc",
                     *                 "title": "A Trip to the Moon",
                     *                 "year": 1902,
                     *                 "series": null,
                     *                 "season_number": null,
                     *                 "episode_number": null,
                     *                 "artifact_ids": []
                     *               },
                     *               "summary": {
                     *                 "text": "A club of bearded astronomers has itself shot from a giant cannon straight into the eye of the Moon. They sleep under strange stars, open umbrellas that grow into mushrooms, and have to run for their shell when the local people, who burst into smoke at a blow, take offence.",
                     *                 "max_chars": 400,
                     *                 "truncated": false,
                     *                 "original_chars": 274
                     *               },
                     *               "match_reason": "Found \"Moon\" in the title; \"moon\" in genres, keywords and collection; \"Moon\" in the overview.",
                     *               "score": 0.378034,
                     *               "matched": [
                     *                 {
                     *                   "field": "title",
                     *                   "tier": "all_terms"
                     *                 },
                     *                 {
                     *                   "field": "genres",
                     *                   "tier": "all_terms"
                     *                 },
                     *                 {
                     *                   "field": "overview",
                     *                   "tier": "all_terms"
                     *                 }
                     *               ],
                     *               "artifact_ids": [],
                     *               "grounding": [
                     *                 {
                     *                   "source": "search_index",
                     *                   "media_id": "movie:39f20734-191f-5c8f-a229-57b0b2e1492a",
                     *                   "field": "title",
                     *                   "label": "A Trip to the Moon",
                     *                   "evidence": {
                     *                     "text": "A Trip to the Moon",
                     *                     "max_chars": 240,
                     *                     "truncated": false,
                     *                     "original_chars": 18
                     *                   }
                     *                 },
                     *                 {
                     *                   "source": "search_index",
                     *                   "media_id": "movie:39f20734-191f-5c8f-a229-57b0b2e1492a",
                     *                   "field": "genres",
                     *                   "label": "A Trip to the Moon",
                     *                   "evidence": {
                     *                     "text": "Science Fiction, Adventure, Short, moon, rocket, astronomer, stage magic",
                     *                     "max_chars": 240,
                     *                     "truncated": false,
                     *                     "original_chars": 72
                     *                   }
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "did_you_mean": null,
                     *           "understood": [],
                     *           "page": {
                     *             "limit": 2,
                     *             "returned": 2,
                     *             "has_more": false,
                     *             "next_cursor": null,
                     *             "truncated": false
                     *           }
                     *         }
                     *       ],
                     *       "caps": {
                     *         "candidate_limit": 2,
                     *         "artifact_limit": 2,
                     *         "related_limit": 2,
                     *         "facet_limit": 2,
                     *         "grounding_limit": 2,
                     *         "tool_call_limit": 16,
                     *         "summary_max_chars": 400
                     *       },
                     *       "origins": {
                     *         "catalog": [
                     *           "candidates",
                     *           "facets"
                     *         ],
                     *         "user": [
                     *           "did_you_mean",
                     *           "understood"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MultiSearchResponse"];
                    "text/markdown": string;
                    "application/vnd.intelligence.formats+json": {
                        json: components["schemas"]["MultiSearchResponse"];
                        /** @description The answer as Markdown. Catalog text in it is escaped. */
                        markdown: string;
                    };
                };
            };
            /**
             * @description `malformed-json`: The body is not one JSON document in UTF-8, or an object in it repeats a member name.
             *
             *     `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known.
             *
             *     `invalid-cursor`: The cursor is damaged, expired, or was issued for another user, route or filter. Start from the first page.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `conflict`: The resource is in a state, or at a revision, that does not allow the operation. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload-too-large`: The body is larger than the route accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The body has a media type, charset or content coding that the route does not accept. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    searchCandidates: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "query": "robot city",
                 *       "facets": [
                 *         "genre"
                 *       ],
                 *       "pagination": {
                 *         "limit": 2
                 *       },
                 *       "caps": {
                 *         "artifact_limit": 2,
                 *         "facet_limit": 2,
                 *         "related_limit": 2,
                 *         "grounding_limit": 2
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SearchCandidatesRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "candidates": [
                     *         {
                     *           "media": {
                     *             "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *             "media_kind": "movie",
                     *             "library_id": "a0689ade-071c-5754-aa9c-4299e9deefcc",
                     *             "title": "Metropolis",
                     *             "year": 1927,
                     *             "series": null,
                     *             "season_number": null,
                     *             "episode_number": null,
                     *             "artifact_ids": [
                     *               "0b9f7c3e-52d1-4c8a-9d55-2f6a0c1e7b40"
                     *             ]
                     *           },
                     *           "summary": {
                     *             "text": "Above the clouds the sons of the rich run races, and under the ground shifts of workers serve the hands of great clocks. The ruler's son goes down to look, and an inventor gives a machine the face of the woman whom everybody trusts.",
                     *             "max_chars": 400,
                     *             "truncated": false,
                     *             "original_chars": 232
                     *           },
                     *           "match_reason": "Found \"robot\", \"city\" in genres, keywords and collection.",
                     *           "score": 0.10625,
                     *           "matched": [
                     *             {
                     *               "field": "genres",
                     *               "tier": "all_terms"
                     *             }
                     *           ],
                     *           "artifact_ids": [
                     *             "0b9f7c3e-52d1-4c8a-9d55-2f6a0c1e7b40"
                     *           ],
                     *           "grounding": [
                     *             {
                     *               "source": "search_index",
                     *               "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *               "field": "genres",
                     *               "label": "Metropolis",
                     *               "evidence": {
                     *                 "text": "Science Fiction, Drama, robot, city, workers, flood",
                     *                 "max_chars": 240,
                     *                 "truncated": false,
                     *                 "original_chars": 51
                     *               }
                     *             }
                     *           ]
                     *         },
                     *         {
                     *           "media": {
                     *             "media_id": "series:4a2224fa-9cbc-5bf2-bd7b-e13f5d565e66",
                     *             "media_kind": "series",
                     *             "library_id": "eca92b76-934b-5829-a0f9-f238ce6d4f52",
                     *             "title": "Small Orbits",
                     *             "year": 2022,
                     *             "series": null,
                     *             "season_number": null,
                     *             "episode_number": null,
                     *             "artifact_ids": []
                     *           },
                     *           "summary": {
                     *             "text": "The budget for the great observatory ran out at six rooms, one window and a robot that was meant for museums. Four people keep it in the sky, mostly with tape.",
                     *             "max_chars": 400,
                     *             "truncated": false,
                     *             "original_chars": 159
                     *           },
                     *           "match_reason": "Found \"robot\" in genres, keywords and collection; \"robot\" in the overview.",
                     *           "score": 0.074571,
                     *           "matched": [
                     *             {
                     *               "field": "genres",
                     *               "tier": "most_terms"
                     *             },
                     *             {
                     *               "field": "overview",
                     *               "tier": "most_terms"
                     *             }
                     *           ],
                     *           "artifact_ids": [],
                     *           "grounding": [
                     *             {
                     *               "source": "search_index",
                     *               "media_id": "series:4a2224fa-9cbc-5bf2-bd7b-e13f5d565e66",
                     *               "field": "genres",
                     *               "label": "Small Orbits",
                     *               "evidence": {
                     *                 "text": "Comedy, Science Fiction, space station, crew, repair, robot, friendship",
                     *                 "max_chars": 240,
                     *                 "truncated": false,
                     *                 "original_chars": 71
                     *               }
                     *             },
                     *             {
                     *               "source": "search_index",
                     *               "media_id": "series:4a2224fa-9cbc-5bf2-bd7b-e13f5d565e66",
                     *               "field": "overview",
                     *               "label": "Small Orbits",
                     *               "evidence": {
                     *                 "text": "The budget for the great observatory ran out at six rooms, one window and a robot that was meant for museums. Four people keep it in the sky, mostly with tape.",
                     *                 "max_chars": 240,
                     *                 "truncated": false,
                     *                 "original_chars": 159
                     *               }
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "did_you_mean": null,
                     *       "understood": [],
                     *       "facets": [
                     *         {
                     *           "kind": "genre",
                     *           "label": "Genre",
                     *           "values": [
                     *             {
                     *               "key": "comedy",
                     *               "label": "Comedy",
                     *               "count": 6,
                     *               "sample_media_ids": [
                     *                 "series:4a2224fa-9cbc-5bf2-bd7b-e13f5d565e66",
                     *                 "episode:b8c7da32-393d-569b-af4a-a63a6d665fda",
                     *                 "movie:1c8e20b1-3eb1-58ff-80b6-bd20d4df4846"
                     *               ]
                     *             },
                     *             {
                     *               "key": "romance",
                     *               "label": "Romance",
                     *               "count": 6,
                     *               "sample_media_ids": [
                     *                 "movie:551de3c1-9600-5980-bb43-265a75785084",
                     *                 "movie:1c8e20b1-3eb1-58ff-80b6-bd20d4df4846",
                     *                 "movie:dc2605d7-9fd7-5b57-aa81-5907813b980d"
                     *               ]
                     *             }
                     *           ],
                     *           "cardinality": 7,
                     *           "other_count": 11,
                     *           "missing_count": 0
                     *         }
                     *       ],
                     *       "matches": {
                     *         "count": 11,
                     *         "relation": "eq"
                     *       },
                     *       "page": {
                     *         "limit": 2,
                     *         "returned": 2,
                     *         "has_more": true,
                     *         "next_cursor": "BpvHIahsCt1BL8jrHKhKa9vASqA4Cph16xlRfV850RwFNuScyxYLkvniAMUizgqqKpqG0QeNojPZSIKZHnrOhzqChxpGdGw1-XLnaYVFb04HoIdRt9LVsBRBqegVNxHsqhngLTwW8UYlagv8Jg",
                     *         "truncated": false
                     *       },
                     *       "caps": {
                     *         "candidate_limit": 2,
                     *         "artifact_limit": 2,
                     *         "related_limit": 2,
                     *         "facet_limit": 2,
                     *         "grounding_limit": 2,
                     *         "tool_call_limit": 16,
                     *         "summary_max_chars": 400
                     *       },
                     *       "origins": {
                     *         "catalog": [
                     *           "candidates",
                     *           "facets"
                     *         ],
                     *         "user": [
                     *           "did_you_mean",
                     *           "understood"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SearchCandidatesResponse"];
                    "text/markdown": string;
                    "application/vnd.intelligence.formats+json": {
                        json: components["schemas"]["SearchCandidatesResponse"];
                        /** @description The answer as Markdown. Catalog text in it is escaped. */
                        markdown: string;
                    };
                };
            };
            /**
             * @description `malformed-json`: The body is not one JSON document in UTF-8, or an object in it repeats a member name.
             *
             *     `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known.
             *
             *     `invalid-cursor`: The cursor is damaged, expired, or was issued for another user, route or filter. Start from the first page.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `conflict`: The resource is in a state, or at a revision, that does not allow the operation. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload-too-large`: The body is larger than the route accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The body has a media type, charset or content coding that the route does not accept. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    browseItems: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "sort": "year",
                 *       "media_kinds": [
                 *         "movie"
                 *       ],
                 *       "pagination": {
                 *         "limit": 2
                 *       },
                 *       "caps": {
                 *         "artifact_limit": 2,
                 *         "facet_limit": 2,
                 *         "related_limit": 2,
                 *         "grounding_limit": 2
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["BrowseRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "media": {
                     *             "media_id": "movie:c46faaec-29af-590e-8c4b-f8a1b10aa86e",
                     *             "media_kind": "movie",
                     *             "library_id": "9796acf8-cac2-5110-ad1a-c20d30d065d8",
                     *             "title": "Night of the Living Dead",
                     *             "year": 1968,
                     *             "series": null,
                     *             "season_number": null,
                     *             "episode_number": null,
                     *             "artifact_ids": []
                     *           },
                     *           "summary": {
                     *             "text": "Seven strangers nail themselves into a farmhouse while the recently dead gather on the lawn. They quarrel over the cellar, the radio and the only gun, and the night outside is not the most dangerous thing.",
                     *             "max_chars": 400,
                     *             "truncated": false,
                     *             "original_chars": 205
                     *           },
                     *           "runtime_minutes": 96,
                     *           "popularity": null,
                     *           "added_at": "2026-11-28T13:09:56.150Z",
                     *           "watch_state": null,
                     *           "grounding": [
                     *             {
                     *               "source": "media_metadata",
                     *               "media_id": "movie:c46faaec-29af-590e-8c4b-f8a1b10aa86e",
                     *               "field": "year",
                     *               "label": "Night of the Living Dead",
                     *               "evidence": {
                     *                 "text": "1968",
                     *                 "max_chars": 400,
                     *                 "truncated": false,
                     *                 "original_chars": 4
                     *               }
                     *             }
                     *           ]
                     *         },
                     *         {
                     *           "media": {
                     *             "media_id": "movie:0a1b9458-e65f-5db0-9d50-a7f6506e7b6f",
                     *             "media_kind": "movie",
                     *             "library_id": "9796acf8-cac2-5110-ad1a-c20d30d065d8",
                     *             "title": "The Last Man on Earth",
                     *             "year": 1964,
                     *             "series": null,
                     *             "season_number": null,
                     *             "episode_number": null,
                     *             "artifact_ids": []
                     *           },
                     *           "summary": {
                     *             "text": "By day he carves stakes, burns bodies and hangs fresh garlic; by night the neighbours stand outside and call his name. Three years after the plague a woman walks by in sunlight, and he is not sure which of them is the monster.",
                     *             "max_chars": 400,
                     *             "truncated": false,
                     *             "original_chars": 226
                     *           },
                     *           "runtime_minutes": 86,
                     *           "popularity": null,
                     *           "added_at": "2026-11-28T13:09:56.150Z",
                     *           "watch_state": null,
                     *           "grounding": [
                     *             {
                     *               "source": "media_metadata",
                     *               "media_id": "movie:0a1b9458-e65f-5db0-9d50-a7f6506e7b6f",
                     *               "field": "year",
                     *               "label": "The Last Man on Earth",
                     *               "evidence": {
                     *                 "text": "1964",
                     *                 "max_chars": 400,
                     *                 "truncated": false,
                     *                 "original_chars": 4
                     *               }
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "sort": "year",
                     *       "page": {
                     *         "limit": 2,
                     *         "returned": 2,
                     *         "has_more": true,
                     *         "next_cursor": "KPY3WzALqljGAqeZjMUwAOsCZA9dZBeT1plbJ39el_5LjlVq_wOUHxODEqPH-1fgNFZyJYjUYrXldGQ0nqw6cGJ2CrXPktTya6iazkw",
                     *         "truncated": false
                     *       },
                     *       "caps": {
                     *         "candidate_limit": 12,
                     *         "artifact_limit": 2,
                     *         "related_limit": 2,
                     *         "facet_limit": 2,
                     *         "grounding_limit": 2,
                     *         "tool_call_limit": 16,
                     *         "summary_max_chars": 400
                     *       },
                     *       "origins": {
                     *         "catalog": [
                     *           "items"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BrowseResponse"];
                    "text/markdown": string;
                    "application/vnd.intelligence.formats+json": {
                        json: components["schemas"]["BrowseResponse"];
                        /** @description The answer as Markdown. Catalog text in it is escaped. */
                        markdown: string;
                    };
                };
            };
            /**
             * @description `malformed-json`: The body is not one JSON document in UTF-8, or an object in it repeats a member name.
             *
             *     `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known.
             *
             *     `invalid-cursor`: The cursor is damaged, expired, or was issued for another user, route or filter. Start from the first page.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `conflict`: The resource is in a state, or at a revision, that does not allow the operation. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload-too-large`: The body is larger than the route accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The body has a media type, charset or content coding that the route does not accept. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getItemContext: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path: {
                /** @description Id of the item: `movie:<uuid>`, or another spelling, such as `Movies(<UUID>)`. */
                media_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "pagination": {
                 *         "limit": 2
                 *       },
                 *       "caps": {
                 *         "artifact_limit": 2,
                 *         "facet_limit": 2,
                 *         "related_limit": 2,
                 *         "grounding_limit": 2
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ItemContextRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "item": {
                     *         "media": {
                     *           "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *           "media_kind": "movie",
                     *           "library_id": "a0689ade-071c-5754-aa9c-4299e9deefcc",
                     *           "title": "Metropolis",
                     *           "year": 1927,
                     *           "series": null,
                     *           "season_number": null,
                     *           "episode_number": null,
                     *           "artifact_ids": [
                     *             "0b9f7c3e-52d1-4c8a-9d55-2f6a0c1e7b40"
                     *           ]
                     *         },
                     *         "summary": {
                     *           "text": "Above the clouds the sons of the rich run races, and under the ground shifts of workers serve the hands of great clocks. The ruler's son goes down to look, and an inventor gives a machine the face of the woman whom everybody trusts.",
                     *           "max_chars": 400,
                     *           "truncated": false,
                     *           "original_chars": 232
                     *         },
                     *         "facets": [
                     *           {
                     *             "kind": "genre",
                     *             "label": "Genre",
                     *             "values": [
                     *               {
                     *                 "key": "drama",
                     *                 "label": "Drama",
                     *                 "count": 1,
                     *                 "sample_media_ids": [
                     *                   "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *                 ]
                     *               },
                     *               {
                     *                 "key": "science fiction",
                     *                 "label": "Science Fiction",
                     *                 "count": 1,
                     *                 "sample_media_ids": [
                     *                   "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *                 ]
                     *               }
                     *             ],
                     *             "cardinality": 2,
                     *             "other_count": 0,
                     *             "missing_count": 0
                     *           },
                     *           {
                     *             "kind": "release_decade",
                     *             "label": "Decade of release",
                     *             "values": [
                     *               {
                     *                 "key": "1920",
                     *                 "label": "1920s",
                     *                 "count": 1,
                     *                 "sample_media_ids": [
                     *                   "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *                 ]
                     *               }
                     *             ],
                     *             "cardinality": 1,
                     *             "other_count": 0,
                     *             "missing_count": 0
                     *           },
                     *           {
                     *             "kind": "runtime_bucket",
                     *             "label": "Runtime",
                     *             "values": [
                     *               {
                     *                 "key": "150+",
                     *                 "label": "150 minutes or more",
                     *                 "count": 1,
                     *                 "sample_media_ids": [
                     *                   "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *                 ]
                     *               }
                     *             ],
                     *             "cardinality": 1,
                     *             "other_count": 0,
                     *             "missing_count": 0
                     *           },
                     *           {
                     *             "kind": "watch_state",
                     *             "label": "Watch state",
                     *             "values": [
                     *               {
                     *                 "key": "in_progress",
                     *                 "label": "In progress",
                     *                 "count": 1,
                     *                 "sample_media_ids": [
                     *                   "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *                 ]
                     *               }
                     *             ],
                     *             "cardinality": 1,
                     *             "other_count": 0,
                     *             "missing_count": 0
                     *           },
                     *           {
                     *             "kind": "library",
                     *             "label": "Library",
                     *             "values": [
                     *               {
                     *                 "key": "a0689ade-071c-5754-aa9c-4299e9deefcc",
                     *                 "label": "Silent Era",
                     *                 "count": 1,
                     *                 "sample_media_ids": [
                     *                   "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *                 ]
                     *               }
                     *             ],
                     *             "cardinality": 1,
                     *             "other_count": 0,
                     *             "missing_count": 0
                     *           },
                     *           {
                     *             "kind": "media_kind",
                     *             "label": "Kind",
                     *             "values": [
                     *               {
                     *                 "key": "movie",
                     *                 "label": "Movies",
                     *                 "count": 1,
                     *                 "sample_media_ids": [
                     *                   "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *                 ]
                     *               }
                     *             ],
                     *             "cardinality": 1,
                     *             "other_count": 0,
                     *             "missing_count": 0
                     *           },
                     *           {
                     *             "kind": "language",
                     *             "label": "Language",
                     *             "values": [
                     *               {
                     *                 "key": "de",
                     *                 "label": "German",
                     *                 "count": 1,
                     *                 "sample_media_ids": [
                     *                   "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *                 ]
                     *               }
                     *             ],
                     *             "cardinality": 1,
                     *             "other_count": 0,
                     *             "missing_count": 0
                     *           },
                     *           {
                     *             "kind": "content_rating",
                     *             "label": "Content rating",
                     *             "values": [
                     *               {
                     *                 "key": "nr",
                     *                 "label": "NR",
                     *                 "count": 1,
                     *                 "sample_media_ids": [
                     *                   "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *                 ]
                     *               }
                     *             ],
                     *             "cardinality": 1,
                     *             "other_count": 0,
                     *             "missing_count": 0
                     *           },
                     *           {
                     *             "kind": "country",
                     *             "label": "Country",
                     *             "values": [
                     *               {
                     *                 "key": "germany",
                     *                 "label": "Germany",
                     *                 "count": 1,
                     *                 "sample_media_ids": [
                     *                   "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *                 ]
                     *               }
                     *             ],
                     *             "cardinality": 1,
                     *             "other_count": 0,
                     *             "missing_count": 0
                     *           },
                     *           {
                     *             "kind": "person",
                     *             "label": "Person",
                     *             "values": [
                     *               {
                     *                 "key": "alfred abel",
                     *                 "label": "Alfred Abel",
                     *                 "count": 1,
                     *                 "sample_media_ids": [
                     *                   "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *                 ]
                     *               },
                     *               {
                     *                 "key": "brigitte helm",
                     *                 "label": "Brigitte Helm",
                     *                 "count": 1,
                     *                 "sample_media_ids": [
                     *                   "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *                 ]
                     *               }
                     *             ],
                     *             "cardinality": 7,
                     *             "other_count": 5,
                     *             "missing_count": 0
                     *           },
                     *           {
                     *             "kind": "collection",
                     *             "label": "Collection",
                     *             "values": [],
                     *             "cardinality": 0,
                     *             "other_count": 0,
                     *             "missing_count": 1
                     *           }
                     *         ],
                     *         "people": [
                     *           {
                     *             "name": "Fritz Lang",
                     *             "role": "director",
                     *             "character": null
                     *           },
                     *           {
                     *             "name": "Thea von Harbou",
                     *             "role": "writer",
                     *             "character": null
                     *           },
                     *           {
                     *             "name": "Brigitte Helm",
                     *             "role": "actor",
                     *             "character": "Maria"
                     *           },
                     *           {
                     *             "name": "Gustav Fröhlich",
                     *             "role": "actor",
                     *             "character": "Freder"
                     *           },
                     *           {
                     *             "name": "Alfred Abel",
                     *             "role": "actor",
                     *             "character": "Joh Fredersen"
                     *           },
                     *           {
                     *             "name": "Rudolf Klein-Rogge",
                     *             "role": "actor",
                     *             "character": "Rotwang"
                     *           },
                     *           {
                     *             "name": "Gottfried Huppertz",
                     *             "role": "composer",
                     *             "character": null
                     *           }
                     *         ],
                     *         "people_total": 7,
                     *         "hierarchy": null,
                     *         "watch_state": {
                     *           "state": "in_progress",
                     *           "position_seconds": 1800,
                     *           "duration_seconds": 9180,
                     *           "last_watched_at": "2026-11-28T13:09:56.918Z",
                     *           "episodes": null
                     *         },
                     *         "missing_fields": [],
                     *         "artifact_ids": [
                     *           "0b9f7c3e-52d1-4c8a-9d55-2f6a0c1e7b40"
                     *         ],
                     *         "provenance": [
                     *           {
                     *             "source": "media_metadata",
                     *             "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *             "source_hash": "7cea0c0a3f8d17d062755a3cc84855bf",
                     *             "grounding": [
                     *               {
                     *                 "source": "media_metadata",
                     *                 "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *                 "field": "title",
                     *                 "label": "Title",
                     *                 "evidence": {
                     *                   "text": "Metropolis",
                     *                   "max_chars": 400,
                     *                   "truncated": false,
                     *                   "original_chars": 10
                     *                 }
                     *               },
                     *               {
                     *                 "source": "media_metadata",
                     *                 "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *                 "field": "overview",
                     *                 "label": "Overview",
                     *                 "evidence": {
                     *                   "text": "Above the clouds the sons of the rich run races, and under the ground shifts of workers serve the hands of great clocks. The ruler's son goes down to look, and an inventor gives a machine the face of the woman whom everybody trusts.",
                     *                   "max_chars": 400,
                     *                   "truncated": false,
                     *                   "original_chars": 232
                     *                 }
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "related": [
                     *         {
                     *           "media": {
                     *             "media_id": "movie:5c39e33b-f455-519d-a656-61e14388ad51",
                     *             "media_kind": "movie",
                     *             "library_id": "a0689ade-071c-5754-aa9c-4299e9deefcc",
                     *             "title": "Woman in the Moon",
                     *             "year": 1929,
                     *             "series": null,
                     *             "season_number": null,
                     *             "episode_number": null,
                     *             "artifact_ids": []
                     *           },
                     *           "relationship": "provider_related",
                     *           "strength": 0.5231,
                     *           "reason": "The catalog source of the item names it as related. It shares cast and crew with the item: Fritz Lang, Thea von Harbou.",
                     *           "signals": [
                     *             {
                     *               "signal": "provider_related",
                     *               "weight": 0.3,
                     *               "shared": [
                     *                 "movie:5c39e33b-f455-519d-a656-61e14388ad51"
                     *               ]
                     *             },
                     *             {
                     *               "signal": "shared_cast",
                     *               "weight": 0.1506,
                     *               "shared": [
                     *                 "Fritz Lang",
                     *                 "Thea von Harbou"
                     *               ]
                     *             },
                     *             {
                     *               "signal": "search_match",
                     *               "weight": 0.0409,
                     *               "shared": [
                     *                 "down"
                     *               ]
                     *             },
                     *             {
                     *               "signal": "similar_genre",
                     *               "weight": 0.0316,
                     *               "shared": [
                     *                 "Science Fiction"
                     *               ]
                     *             }
                     *           ],
                     *           "artifact_ids": [],
                     *           "grounding": [
                     *             {
                     *               "source": "media_metadata",
                     *               "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *               "field": "provider_related",
                     *               "label": "Named as related",
                     *               "evidence": {
                     *                 "text": "movie:5c39e33b-f455-519d-a656-61e14388ad51",
                     *                 "max_chars": 400,
                     *                 "truncated": false,
                     *                 "original_chars": 42
                     *               }
                     *             },
                     *             {
                     *               "source": "media_metadata",
                     *               "media_id": "movie:5c39e33b-f455-519d-a656-61e14388ad51",
                     *               "field": "people",
                     *               "label": "Shared person",
                     *               "evidence": {
                     *                 "text": "Fritz Lang",
                     *                 "max_chars": 400,
                     *                 "truncated": false,
                     *                 "original_chars": 10
                     *               }
                     *             }
                     *           ]
                     *         },
                     *         {
                     *           "media": {
                     *             "media_id": "movie:f46b0bdc-460c-51ae-bb3e-f4f4bc80425a",
                     *             "media_kind": "movie",
                     *             "library_id": "a0689ade-071c-5754-aa9c-4299e9deefcc",
                     *             "title": "Dr. Mabuse the Gambler",
                     *             "year": 1922,
                     *             "series": null,
                     *             "season_number": null,
                     *             "episode_number": null,
                     *             "artifact_ids": []
                     *           },
                     *           "relationship": "provider_related",
                     *           "strength": 0.4797,
                     *           "reason": "The catalog source of the item names it as related. It shares cast and crew with the item: Rudolf Klein-Rogge, Fritz Lang, Thea von Harbou.",
                     *           "signals": [
                     *             {
                     *               "signal": "provider_related",
                     *               "weight": 0.3,
                     *               "shared": [
                     *                 "movie:f46b0bdc-460c-51ae-bb3e-f4f4bc80425a"
                     *               ]
                     *             },
                     *             {
                     *               "signal": "shared_cast",
                     *               "weight": 0.1797,
                     *               "shared": [
                     *                 "Rudolf Klein-Rogge",
                     *                 "Fritz Lang",
                     *                 "Thea von Harbou"
                     *               ]
                     *             }
                     *           ],
                     *           "artifact_ids": [],
                     *           "grounding": [
                     *             {
                     *               "source": "media_metadata",
                     *               "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *               "field": "provider_related",
                     *               "label": "Named as related",
                     *               "evidence": {
                     *                 "text": "movie:f46b0bdc-460c-51ae-bb3e-f4f4bc80425a",
                     *                 "max_chars": 400,
                     *                 "truncated": false,
                     *                 "original_chars": 42
                     *               }
                     *             },
                     *             {
                     *               "source": "media_metadata",
                     *               "media_id": "movie:f46b0bdc-460c-51ae-bb3e-f4f4bc80425a",
                     *               "field": "people",
                     *               "label": "Shared person",
                     *               "evidence": {
                     *                 "text": "Rudolf Klein-Rogge",
                     *                 "max_chars": 400,
                     *                 "truncated": false,
                     *                 "original_chars": 18
                     *               }
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "artifacts": [
                     *         {
                     *           "artifact_id": "0b9f7c3e-52d1-4c8a-9d55-2f6a0c1e7b40",
                     *           "kind": "summary",
                     *           "origin": "generated",
                     *           "scope": "user",
                     *           "status": "active",
                     *           "library_id": "a0689ade-071c-5754-aa9c-4299e9deefcc",
                     *           "media": {
                     *             "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *             "media_kind": "movie",
                     *             "library_id": "a0689ade-071c-5754-aa9c-4299e9deefcc",
                     *             "title": "Metropolis",
                     *             "year": 1927,
                     *             "series": null,
                     *             "season_number": null,
                     *             "episode_number": null,
                     *             "artifact_ids": [
                     *               "0b9f7c3e-52d1-4c8a-9d55-2f6a0c1e7b40"
                     *             ]
                     *           },
                     *           "title": "Metropolis in two sentences",
                     *           "summary": {
                     *             "text": "A city of the future lives on the work of people below it. A machine in human form sets both against each other.",
                     *             "max_chars": 400,
                     *             "truncated": false,
                     *             "original_chars": 112
                     *           },
                     *           "provenance": [
                     *             {
                     *               "source": "media_metadata",
                     *               "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *               "source_hash": "7cea0c0a3f8d17d062755a3cc84855bf",
                     *               "grounding": [
                     *                 {
                     *                   "source": "media_metadata",
                     *                   "label": "Metropolis",
                     *                   "field": "overview",
                     *                   "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "grounding": [
                     *             {
                     *               "source": "media_metadata",
                     *               "label": "Metropolis",
                     *               "field": "overview",
                     *               "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *             }
                     *           ],
                     *           "hidden_sources": 0,
                     *           "producer": null,
                     *           "supersedes_artifact_id": null,
                     *           "revision": 1,
                     *           "created_at": "2026-11-28T13:09:57.005Z",
                     *           "updated_at": "2026-11-28T13:09:57.005Z"
                     *         }
                     *       ],
                     *       "grounding": [
                     *         {
                     *           "source": "media_metadata",
                     *           "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *           "field": "title",
                     *           "label": "Title",
                     *           "evidence": {
                     *             "text": "Metropolis",
                     *             "max_chars": 400,
                     *             "truncated": false,
                     *             "original_chars": 10
                     *           }
                     *         },
                     *         {
                     *           "source": "media_metadata",
                     *           "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *           "field": "overview",
                     *           "label": "Overview",
                     *           "evidence": {
                     *             "text": "Above the clouds the sons of the rich run races, and under the ground shifts of workers serve the hands of great clocks. The ruler's son goes down to look, and an inventor gives a machine the face of the woman whom everybody trusts.",
                     *             "max_chars": 400,
                     *             "truncated": false,
                     *             "original_chars": 232
                     *           }
                     *         }
                     *       ],
                     *       "caps": {
                     *         "candidate_limit": 12,
                     *         "artifact_limit": 2,
                     *         "related_limit": 2,
                     *         "facet_limit": 2,
                     *         "grounding_limit": 2,
                     *         "tool_call_limit": 16,
                     *         "summary_max_chars": 400
                     *       },
                     *       "origins": {
                     *         "catalog": [
                     *           "item",
                     *           "related",
                     *           "media",
                     *           "grounding"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ItemContextResponse"];
                    "text/markdown": string;
                    "application/vnd.intelligence.formats+json": {
                        json: components["schemas"]["ItemContextResponse"];
                        /** @description The answer as Markdown. Catalog text in it is escaped. */
                        markdown: string;
                    };
                };
            };
            /**
             * @description `malformed-json`: The body is not one JSON document in UTF-8, or an object in it repeats a member name.
             *
             *     `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known.
             *
             *     `invalid-media-id`: A media id does not consist of a kind (`movie`, `series`, `season` or `episode`) and a UUID, such as `movie:<uuid>`.
             *
             *     `invalid-cursor`: The cursor is damaged, expired, or was issued for another user, route or filter. Start from the first page.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-found`: The route or resource does not exist, or the caller may not see it. The answer is the same in both cases. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `conflict`: The resource is in a state, or at a revision, that does not allow the operation. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload-too-large`: The body is larger than the route accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The body has a media type, charset or content coding that the route does not accept. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRelatedItems: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path: {
                /** @description Id of the item: `movie:<uuid>`, or another spelling, such as `Movies(<UUID>)`. */
                media_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "pagination": {
                 *         "limit": 2
                 *       },
                 *       "caps": {
                 *         "artifact_limit": 2,
                 *         "facet_limit": 2,
                 *         "related_limit": 2,
                 *         "grounding_limit": 2
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RelatedRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "seed": {
                     *         "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *         "media_kind": "movie",
                     *         "library_id": "a0689ade-071c-5754-aa9c-4299e9deefcc",
                     *         "title": "Metropolis",
                     *         "year": 1927,
                     *         "series": null,
                     *         "season_number": null,
                     *         "episode_number": null,
                     *         "artifact_ids": [
                     *           "0b9f7c3e-52d1-4c8a-9d55-2f6a0c1e7b40"
                     *         ]
                     *       },
                     *       "related": [
                     *         {
                     *           "media": {
                     *             "media_id": "movie:5c39e33b-f455-519d-a656-61e14388ad51",
                     *             "media_kind": "movie",
                     *             "library_id": "a0689ade-071c-5754-aa9c-4299e9deefcc",
                     *             "title": "Woman in the Moon",
                     *             "year": 1929,
                     *             "series": null,
                     *             "season_number": null,
                     *             "episode_number": null,
                     *             "artifact_ids": []
                     *           },
                     *           "relationship": "provider_related",
                     *           "strength": 0.5231,
                     *           "reason": "The catalog source of the item names it as related. It shares cast and crew with the item: Fritz Lang, Thea von Harbou.",
                     *           "signals": [
                     *             {
                     *               "signal": "provider_related",
                     *               "weight": 0.3,
                     *               "shared": [
                     *                 "movie:5c39e33b-f455-519d-a656-61e14388ad51"
                     *               ]
                     *             },
                     *             {
                     *               "signal": "shared_cast",
                     *               "weight": 0.1506,
                     *               "shared": [
                     *                 "Fritz Lang",
                     *                 "Thea von Harbou"
                     *               ]
                     *             },
                     *             {
                     *               "signal": "search_match",
                     *               "weight": 0.0409,
                     *               "shared": [
                     *                 "down"
                     *               ]
                     *             },
                     *             {
                     *               "signal": "similar_genre",
                     *               "weight": 0.0316,
                     *               "shared": [
                     *                 "Science Fiction"
                     *               ]
                     *             }
                     *           ],
                     *           "artifact_ids": [],
                     *           "grounding": [
                     *             {
                     *               "source": "media_metadata",
                     *               "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *               "field": "provider_related",
                     *               "label": "Named as related",
                     *               "evidence": {
                     *                 "text": "movie:5c39e33b-f455-519d-a656-61e14388ad51",
                     *                 "max_chars": 400,
                     *                 "truncated": false,
                     *                 "original_chars": 42
                     *               }
                     *             },
                     *             {
                     *               "source": "media_metadata",
                     *               "media_id": "movie:5c39e33b-f455-519d-a656-61e14388ad51",
                     *               "field": "people",
                     *               "label": "Shared person",
                     *               "evidence": {
                     *                 "text": "Fritz Lang",
                     *                 "max_chars": 400,
                     *                 "truncated": false,
                     *                 "original_chars": 10
                     *               }
                     *             }
                     *           ]
                     *         },
                     *         {
                     *           "media": {
                     *             "media_id": "movie:f46b0bdc-460c-51ae-bb3e-f4f4bc80425a",
                     *             "media_kind": "movie",
                     *             "library_id": "a0689ade-071c-5754-aa9c-4299e9deefcc",
                     *             "title": "Dr. Mabuse the Gambler",
                     *             "year": 1922,
                     *             "series": null,
                     *             "season_number": null,
                     *             "episode_number": null,
                     *             "artifact_ids": []
                     *           },
                     *           "relationship": "provider_related",
                     *           "strength": 0.4797,
                     *           "reason": "The catalog source of the item names it as related. It shares cast and crew with the item: Rudolf Klein-Rogge, Fritz Lang, Thea von Harbou.",
                     *           "signals": [
                     *             {
                     *               "signal": "provider_related",
                     *               "weight": 0.3,
                     *               "shared": [
                     *                 "movie:f46b0bdc-460c-51ae-bb3e-f4f4bc80425a"
                     *               ]
                     *             },
                     *             {
                     *               "signal": "shared_cast",
                     *               "weight": 0.1797,
                     *               "shared": [
                     *                 "Rudolf Klein-Rogge",
                     *                 "Fritz Lang",
                     *                 "Thea von Harbou"
                     *               ]
                     *             }
                     *           ],
                     *           "artifact_ids": [],
                     *           "grounding": [
                     *             {
                     *               "source": "media_metadata",
                     *               "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *               "field": "provider_related",
                     *               "label": "Named as related",
                     *               "evidence": {
                     *                 "text": "movie:f46b0bdc-460c-51ae-bb3e-f4f4bc80425a",
                     *                 "max_chars": 400,
                     *                 "truncated": false,
                     *                 "original_chars": 42
                     *               }
                     *             },
                     *             {
                     *               "source": "media_metadata",
                     *               "media_id": "movie:f46b0bdc-460c-51ae-bb3e-f4f4bc80425a",
                     *               "field": "people",
                     *               "label": "Shared person",
                     *               "evidence": {
                     *                 "text": "Rudolf Klein-Rogge",
                     *                 "max_chars": 400,
                     *                 "truncated": false,
                     *                 "original_chars": 18
                     *               }
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "page": {
                     *         "limit": 2,
                     *         "returned": 2,
                     *         "has_more": true,
                     *         "next_cursor": "hliEEXeUnG1igtRqW3AK_LTZdaDrzt4R-vdbwYbO4K1nPWB_A5Ju2_668xvgtqF4EeE",
                     *         "truncated": false
                     *       },
                     *       "caps": {
                     *         "candidate_limit": 12,
                     *         "artifact_limit": 2,
                     *         "related_limit": 2,
                     *         "facet_limit": 2,
                     *         "grounding_limit": 2,
                     *         "tool_call_limit": 16,
                     *         "summary_max_chars": 400
                     *       },
                     *       "origins": {
                     *         "catalog": [
                     *           "seed",
                     *           "related"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RelatedResponse"];
                    "text/markdown": string;
                    "application/vnd.intelligence.formats+json": {
                        json: components["schemas"]["RelatedResponse"];
                        /** @description The answer as Markdown. Catalog text in it is escaped. */
                        markdown: string;
                    };
                };
            };
            /**
             * @description `malformed-json`: The body is not one JSON document in UTF-8, or an object in it repeats a member name.
             *
             *     `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known.
             *
             *     `invalid-media-id`: A media id does not consist of a kind (`movie`, `series`, `season` or `episode`) and a UUID, such as `movie:<uuid>`.
             *
             *     `invalid-cursor`: The cursor is damaged, expired, or was issued for another user, route or filter. Start from the first page.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-found`: The route or resource does not exist, or the caller may not see it. The answer is the same in both cases. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `conflict`: The resource is in a state, or at a revision, that does not allow the operation. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload-too-large`: The body is larger than the route accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The body has a media type, charset or content coding that the route does not accept. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getItemContexts: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "media_ids": [
                 *         "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                 *         "episode:168f8199-c7f4-52e1-81c0-b2c95802434f"
                 *       ],
                 *       "pagination": {
                 *         "limit": 2
                 *       },
                 *       "caps": {
                 *         "artifact_limit": 2,
                 *         "facet_limit": 2,
                 *         "related_limit": 2,
                 *         "grounding_limit": 2
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ItemContextsRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "contexts": [
                     *         {
                     *           "item": {
                     *             "media": {
                     *               "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *               "media_kind": "movie",
                     *               "library_id": "a0689ade-071c-5754-aa9c-4299e9deefcc",
                     *               "title": "Metropolis",
                     *               "year": 1927,
                     *               "series": null,
                     *               "season_number": null,
                     *               "episode_number": null,
                     *               "artifact_ids": [
                     *                 "0b9f7c3e-52d1-4c8a-9d55-2f6a0c1e7b40"
                     *               ]
                     *             },
                     *             "summary": {
                     *               "text": "Above the clouds the sons of the rich run races, and under the ground shifts of workers serve the hands of great clocks. The ruler's son goes down to look, and an inventor gives a machine the face of the woman whom everybody trusts.",
                     *               "max_chars": 400,
                     *               "truncated": false,
                     *               "original_chars": 232
                     *             },
                     *             "facets": [
                     *               {
                     *                 "kind": "genre",
                     *                 "label": "Genre",
                     *                 "values": [
                     *                   {
                     *                     "key": "drama",
                     *                     "label": "Drama",
                     *                     "count": 1,
                     *                     "sample_media_ids": [
                     *                       "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *                     ]
                     *                   },
                     *                   {
                     *                     "key": "science fiction",
                     *                     "label": "Science Fiction",
                     *                     "count": 1,
                     *                     "sample_media_ids": [
                     *                       "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *                     ]
                     *                   }
                     *                 ],
                     *                 "cardinality": 2,
                     *                 "other_count": 0,
                     *                 "missing_count": 0
                     *               },
                     *               {
                     *                 "kind": "release_decade",
                     *                 "label": "Decade of release",
                     *                 "values": [
                     *                   {
                     *                     "key": "1920",
                     *                     "label": "1920s",
                     *                     "count": 1,
                     *                     "sample_media_ids": [
                     *                       "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *                     ]
                     *                   }
                     *                 ],
                     *                 "cardinality": 1,
                     *                 "other_count": 0,
                     *                 "missing_count": 0
                     *               },
                     *               {
                     *                 "kind": "runtime_bucket",
                     *                 "label": "Runtime",
                     *                 "values": [
                     *                   {
                     *                     "key": "150+",
                     *                     "label": "150 minutes or more",
                     *                     "count": 1,
                     *                     "sample_media_ids": [
                     *                       "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *                     ]
                     *                   }
                     *                 ],
                     *                 "cardinality": 1,
                     *                 "other_count": 0,
                     *                 "missing_count": 0
                     *               },
                     *               {
                     *                 "kind": "watch_state",
                     *                 "label": "Watch state",
                     *                 "values": [
                     *                   {
                     *                     "key": "in_progress",
                     *                     "label": "In progress",
                     *                     "count": 1,
                     *                     "sample_media_ids": [
                     *                       "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *                     ]
                     *                   }
                     *                 ],
                     *                 "cardinality": 1,
                     *                 "other_count": 0,
                     *                 "missing_count": 0
                     *               },
                     *               {
                     *                 "kind": "library",
                     *                 "label": "Library",
                     *                 "values": [
                     *                   {
                     *                     "key": "a0689ade-071c-5754-aa9c-4299e9deefcc",
                     *                     "label": "Silent Era",
                     *                     "count": 1,
                     *                     "sample_media_ids": [
                     *                       "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *                     ]
                     *                   }
                     *                 ],
                     *                 "cardinality": 1,
                     *                 "other_count": 0,
                     *                 "missing_count": 0
                     *               },
                     *               {
                     *                 "kind": "media_kind",
                     *                 "label": "Kind",
                     *                 "values": [
                     *                   {
                     *                     "key": "movie",
                     *                     "label": "Movies",
                     *                     "count": 1,
                     *                     "sample_media_ids": [
                     *                       "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *                     ]
                     *                   }
                     *                 ],
                     *                 "cardinality": 1,
                     *                 "other_count": 0,
                     *                 "missing_count": 0
                     *               },
                     *               {
                     *                 "kind": "language",
                     *                 "label": "Language",
                     *                 "values": [
                     *                   {
                     *                     "key": "de",
                     *                     "label": "German",
                     *                     "count": 1,
                     *                     "sample_media_ids": [
                     *                       "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *                     ]
                     *                   }
                     *                 ],
                     *                 "cardinality": 1,
                     *                 "other_count": 0,
                     *                 "missing_count": 0
                     *               },
                     *               {
                     *                 "kind": "content_rating",
                     *                 "label": "Content rating",
                     *                 "values": [
                     *                   {
                     *                     "key": "nr",
                     *                     "label": "NR",
                     *                     "count": 1,
                     *                     "sample_media_ids": [
                     *                       "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *                     ]
                     *                   }
                     *                 ],
                     *                 "cardinality": 1,
                     *                 "other_count": 0,
                     *                 "missing_count": 0
                     *               },
                     *               {
                     *                 "kind": "country",
                     *                 "label": "Country",
                     *                 "values": [
                     *                   {
                     *                     "key": "germany",
                     *                     "label": "Germany",
                     *                     "count": 1,
                     *                     "sample_media_ids": [
                     *                       "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *                     ]
                     *                   }
                     *                 ],
                     *                 "cardinality": 1,
                     *                 "other_count": 0,
                     *                 "missing_count": 0
                     *               },
                     *               {
                     *                 "kind": "person",
                     *                 "label": "Person",
                     *                 "values": [
                     *                   {
                     *                     "key": "alfred abel",
                     *                     "label": "Alfred Abel",
                     *                     "count": 1,
                     *                     "sample_media_ids": [
                     *                       "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *                     ]
                     *                   },
                     *                   {
                     *                     "key": "brigitte helm",
                     *                     "label": "Brigitte Helm",
                     *                     "count": 1,
                     *                     "sample_media_ids": [
                     *                       "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *                     ]
                     *                   }
                     *                 ],
                     *                 "cardinality": 7,
                     *                 "other_count": 5,
                     *                 "missing_count": 0
                     *               },
                     *               {
                     *                 "kind": "collection",
                     *                 "label": "Collection",
                     *                 "values": [],
                     *                 "cardinality": 0,
                     *                 "other_count": 0,
                     *                 "missing_count": 1
                     *               }
                     *             ],
                     *             "people": [
                     *               {
                     *                 "name": "Fritz Lang",
                     *                 "role": "director",
                     *                 "character": null
                     *               },
                     *               {
                     *                 "name": "Thea von Harbou",
                     *                 "role": "writer",
                     *                 "character": null
                     *               },
                     *               {
                     *                 "name": "Brigitte Helm",
                     *                 "role": "actor",
                     *                 "character": "Maria"
                     *               },
                     *               {
                     *                 "name": "Gustav Fröhlich",
                     *                 "role": "actor",
                     *                 "character": "Freder"
                     *               },
                     *               {
                     *                 "name": "Alfred Abel",
                     *                 "role": "actor",
                     *                 "character": "Joh Fredersen"
                     *               },
                     *               {
                     *                 "name": "Rudolf Klein-Rogge",
                     *                 "role": "actor",
                     *                 "character": "Rotwang"
                     *               },
                     *               {
                     *                 "name": "Gottfried Huppertz",
                     *                 "role": "composer",
                     *                 "character": null
                     *               }
                     *             ],
                     *             "people_total": 7,
                     *             "hierarchy": null,
                     *             "watch_state": {
                     *               "state": "in_progress",
                     *               "position_seconds": 1800,
                     *               "duration_seconds": 9180,
                     *               "last_watched_at": "2026-11-28T13:09:56.918Z",
                     *               "episodes": null
                     *             },
                     *             "missing_fields": [],
                     *             "artifact_ids": [
                     *               "0b9f7c3e-52d1-4c8a-9d55-2f6a0c1e7b40"
                     *             ],
                     *             "provenance": [
                     *               {
                     *                 "source": "media_metadata",
                     *                 "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *                 "source_hash": "7cea0c0a3f8d17d062755a3cc84855bf",
                     *                 "grounding": [
                     *                   {
                     *                     "source": "media_metadata",
                     *                     "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *                     "field": "title",
                     *                     "label": "Title",
                     *                     "evidence": {
                     *                       "text": "Metropolis",
                     *                       "max_chars": 400,
                     *                       "truncated": false,
                     *                       "original_chars": 10
                     *                     }
                     *                   },
                     *                   {
                     *                     "source": "media_metadata",
                     *                     "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *                     "field": "overview",
                     *                     "label": "Overview",
                     *                     "evidence": {
                     *                       "text": "Above the clouds the sons of the rich run races, and under the ground shifts of workers serve the hands of great clocks. The ruler's son goes down to look, and an inventor gives a machine the face of the woman whom everybody trusts.",
                     *                       "max_chars": 400,
                     *                       "truncated": false,
                     *                       "original_chars": 232
                     *                     }
                     *                   }
                     *                 ]
                     *               }
                     *             ]
                     *           },
                     *           "grounding": [
                     *             {
                     *               "source": "media_metadata",
                     *               "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *               "field": "title",
                     *               "label": "Title",
                     *               "evidence": {
                     *                 "text": "Metropolis",
                     *                 "max_chars": 400,
                     *                 "truncated": false,
                     *                 "original_chars": 10
                     *               }
                     *             },
                     *             {
                     *               "source": "media_metadata",
                     *               "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *               "field": "overview",
                     *               "label": "Overview",
                     *               "evidence": {
                     *                 "text": "Above the clouds the sons of the rich run races, and under the ground shifts of workers serve the hands of great clocks. The ruler's son goes down to look, and an inventor gives a machine the face of the woman whom everybody trusts.",
                     *                 "max_chars": 400,
                     *                 "truncated": false,
                     *                 "original_chars": 232
                     *               }
                     *             }
                     *           ],
                     *           "artifacts": [
                     *             {
                     *               "artifact_id": "0b9f7c3e-52d1-4c8a-9d55-2f6a0c1e7b40",
                     *               "kind": "summary",
                     *               "origin": "generated",
                     *               "scope": "user",
                     *               "status": "active",
                     *               "library_id": "a0689ade-071c-5754-aa9c-4299e9deefcc",
                     *               "media": {
                     *                 "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *                 "media_kind": "movie",
                     *                 "library_id": "a0689ade-071c-5754-aa9c-4299e9deefcc",
                     *                 "title": "Metropolis",
                     *                 "year": 1927,
                     *                 "series": null,
                     *                 "season_number": null,
                     *                 "episode_number": null,
                     *                 "artifact_ids": [
                     *                   "0b9f7c3e-52d1-4c8a-9d55-2f6a0c1e7b40"
                     *                 ]
                     *               },
                     *               "title": "Metropolis in two sentences",
                     *               "summary": {
                     *                 "text": "A city of the future lives on the work of people below it. A machine in human form sets both against each other.",
                     *                 "max_chars": 400,
                     *                 "truncated": false,
                     *                 "original_chars": 112
                     *               },
                     *               "provenance": [
                     *                 {
                     *                   "source": "media_metadata",
                     *                   "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *                   "source_hash": "7cea0c0a3f8d17d062755a3cc84855bf",
                     *                   "grounding": [
                     *                     {
                     *                       "source": "media_metadata",
                     *                       "label": "Metropolis",
                     *                       "field": "overview",
                     *                       "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *                     }
                     *                   ]
                     *                 }
                     *               ],
                     *               "grounding": [
                     *                 {
                     *                   "source": "media_metadata",
                     *                   "label": "Metropolis",
                     *                   "field": "overview",
                     *                   "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *                 }
                     *               ],
                     *               "hidden_sources": 0,
                     *               "producer": null,
                     *               "supersedes_artifact_id": null,
                     *               "revision": 1,
                     *               "created_at": "2026-11-28T13:09:57.005Z",
                     *               "updated_at": "2026-11-28T13:09:57.005Z"
                     *             }
                     *           ]
                     *         },
                     *         {
                     *           "item": {
                     *             "media": {
                     *               "media_id": "episode:168f8199-c7f4-52e1-81c0-b2c95802434f",
                     *               "media_kind": "episode",
                     *               "library_id": "eca92b76-934b-5829-a0f9-f238ce6d4f52",
                     *               "title": "A Case of Identity",
                     *               "year": 2017,
                     *               "series": {
                     *                 "media_id": "series:52c0e5cd-80f2-58d4-bbd1-4aa04d2dc446",
                     *                 "title": "Baker Street Casebook"
                     *               },
                     *               "season_number": 1,
                     *               "episode_number": 3,
                     *               "artifact_ids": []
                     *             },
                     *             "summary": {
                     *               "text": "A typist's bridegroom vanishes from a cab on the way to the church, and never was fond of daylight.",
                     *               "max_chars": 400,
                     *               "truncated": false,
                     *               "original_chars": 99
                     *             },
                     *             "facets": [
                     *               {
                     *                 "kind": "genre",
                     *                 "label": "Genre",
                     *                 "values": [
                     *                   {
                     *                     "key": "crime",
                     *                     "label": "Crime",
                     *                     "count": 1,
                     *                     "sample_media_ids": [
                     *                       "episode:168f8199-c7f4-52e1-81c0-b2c95802434f"
                     *                     ]
                     *                   },
                     *                   {
                     *                     "key": "drama",
                     *                     "label": "Drama",
                     *                     "count": 1,
                     *                     "sample_media_ids": [
                     *                       "episode:168f8199-c7f4-52e1-81c0-b2c95802434f"
                     *                     ]
                     *                   }
                     *                 ],
                     *                 "cardinality": 3,
                     *                 "other_count": 1,
                     *                 "missing_count": 0
                     *               },
                     *               {
                     *                 "kind": "release_decade",
                     *                 "label": "Decade of release",
                     *                 "values": [
                     *                   {
                     *                     "key": "2010",
                     *                     "label": "2010s",
                     *                     "count": 1,
                     *                     "sample_media_ids": [
                     *                       "episode:168f8199-c7f4-52e1-81c0-b2c95802434f"
                     *                     ]
                     *                   }
                     *                 ],
                     *                 "cardinality": 1,
                     *                 "other_count": 0,
                     *                 "missing_count": 0
                     *               },
                     *               {
                     *                 "kind": "runtime_bucket",
                     *                 "label": "Runtime",
                     *                 "values": [
                     *                   {
                     *                     "key": "30-59",
                     *                     "label": "30 to 59 minutes",
                     *                     "count": 1,
                     *                     "sample_media_ids": [
                     *                       "episode:168f8199-c7f4-52e1-81c0-b2c95802434f"
                     *                     ]
                     *                   }
                     *                 ],
                     *                 "cardinality": 1,
                     *                 "other_count": 0,
                     *                 "missing_count": 0
                     *               },
                     *               {
                     *                 "kind": "watch_state",
                     *                 "label": "Watch state",
                     *                 "values": [
                     *                   {
                     *                     "key": "in_progress",
                     *                     "label": "In progress",
                     *                     "count": 1,
                     *                     "sample_media_ids": [
                     *                       "episode:168f8199-c7f4-52e1-81c0-b2c95802434f"
                     *                     ]
                     *                   }
                     *                 ],
                     *                 "cardinality": 1,
                     *                 "other_count": 0,
                     *                 "missing_count": 0
                     *               },
                     *               {
                     *                 "kind": "library",
                     *                 "label": "Library",
                     *                 "values": [
                     *                   {
                     *                     "key": "eca92b76-934b-5829-a0f9-f238ce6d4f52",
                     *                     "label": "Serial Evenings",
                     *                     "count": 1,
                     *                     "sample_media_ids": [
                     *                       "episode:168f8199-c7f4-52e1-81c0-b2c95802434f"
                     *                     ]
                     *                   }
                     *                 ],
                     *                 "cardinality": 1,
                     *                 "other_count": 0,
                     *                 "missing_count": 0
                     *               },
                     *               {
                     *                 "kind": "media_kind",
                     *                 "label": "Kind",
                     *                 "values": [
                     *                   {
                     *                     "key": "episode",
                     *                     "label": "Episodes",
                     *                     "count": 1,
                     *                     "sample_media_ids": [
                     *                       "episode:168f8199-c7f4-52e1-81c0-b2c95802434f"
                     *                     ]
                     *                   }
                     *                 ],
                     *                 "cardinality": 1,
                     *                 "other_count": 0,
                     *                 "missing_count": 0
                     *               },
                     *               {
                     *                 "kind": "language",
                     *                 "label": "Language",
                     *                 "values": [
                     *                   {
                     *                     "key": "en",
                     *                     "label": "English",
                     *                     "count": 1,
                     *                     "sample_media_ids": [
                     *                       "episode:168f8199-c7f4-52e1-81c0-b2c95802434f"
                     *                     ]
                     *                   }
                     *                 ],
                     *                 "cardinality": 1,
                     *                 "other_count": 0,
                     *                 "missing_count": 0
                     *               },
                     *               {
                     *                 "kind": "content_rating",
                     *                 "label": "Content rating",
                     *                 "values": [
                     *                   {
                     *                     "key": "tv-pg",
                     *                     "label": "TV-PG",
                     *                     "count": 1,
                     *                     "sample_media_ids": [
                     *                       "episode:168f8199-c7f4-52e1-81c0-b2c95802434f"
                     *                     ]
                     *                   }
                     *                 ],
                     *                 "cardinality": 1,
                     *                 "other_count": 0,
                     *                 "missing_count": 0
                     *               },
                     *               {
                     *                 "kind": "country",
                     *                 "label": "Country",
                     *                 "values": [
                     *                   {
                     *                     "key": "united kingdom",
                     *                     "label": "United Kingdom",
                     *                     "count": 1,
                     *                     "sample_media_ids": [
                     *                       "episode:168f8199-c7f4-52e1-81c0-b2c95802434f"
                     *                     ]
                     *                   }
                     *                 ],
                     *                 "cardinality": 1,
                     *                 "other_count": 0,
                     *                 "missing_count": 0
                     *               }
                     *             ],
                     *             "people": [],
                     *             "people_total": 0,
                     *             "hierarchy": {
                     *               "series": {
                     *                 "media_id": "series:52c0e5cd-80f2-58d4-bbd1-4aa04d2dc446",
                     *                 "media_kind": "series",
                     *                 "library_id": "eca92b76-934b-5829-a0f9-f238ce6d4f52",
                     *                 "title": "Baker Street Casebook",
                     *                 "year": 2017,
                     *                 "series": null,
                     *                 "season_number": null,
                     *                 "episode_number": null,
                     *                 "artifact_ids": []
                     *               },
                     *               "season": {
                     *                 "media_id": "season:1fb0281a-0e6e-5c11-bbec-f4a5c0854c52",
                     *                 "media_kind": "season",
                     *                 "library_id": "eca92b76-934b-5829-a0f9-f238ce6d4f52",
                     *                 "title": "Season 1",
                     *                 "year": 2017,
                     *                 "series": {
                     *                   "media_id": "series:52c0e5cd-80f2-58d4-bbd1-4aa04d2dc446",
                     *                   "title": "Baker Street Casebook"
                     *                 },
                     *                 "season_number": 1,
                     *                 "episode_number": null,
                     *                 "artifact_ids": []
                     *               },
                     *               "previous": {
                     *                 "media_id": "episode:72019166-57c3-52d1-9eaa-241d26720cd2",
                     *                 "media_kind": "episode",
                     *                 "library_id": "eca92b76-934b-5829-a0f9-f238ce6d4f52",
                     *                 "title": "The Red-Headed League",
                     *                 "year": 2017,
                     *                 "series": {
                     *                   "media_id": "series:52c0e5cd-80f2-58d4-bbd1-4aa04d2dc446",
                     *                   "title": "Baker Street Casebook"
                     *                 },
                     *                 "season_number": 1,
                     *                 "episode_number": 2,
                     *                 "artifact_ids": []
                     *               },
                     *               "next": {
                     *                 "media_id": "episode:d84b0286-2811-5c0b-ab09-b1881cd60def",
                     *                 "media_kind": "episode",
                     *                 "library_id": "eca92b76-934b-5829-a0f9-f238ce6d4f52",
                     *                 "title": "The Boscombe Valley Mystery",
                     *                 "year": 2017,
                     *                 "series": {
                     *                   "media_id": "series:52c0e5cd-80f2-58d4-bbd1-4aa04d2dc446",
                     *                   "title": "Baker Street Casebook"
                     *                 },
                     *                 "season_number": 1,
                     *                 "episode_number": 4,
                     *                 "artifact_ids": []
                     *               }
                     *             },
                     *             "watch_state": {
                     *               "state": "in_progress",
                     *               "position_seconds": 600,
                     *               "duration_seconds": 2880,
                     *               "last_watched_at": "2026-11-28T13:09:56.941Z",
                     *               "episodes": null
                     *             },
                     *             "missing_fields": [],
                     *             "artifact_ids": [],
                     *             "provenance": [
                     *               {
                     *                 "source": "media_metadata",
                     *                 "media_id": "episode:168f8199-c7f4-52e1-81c0-b2c95802434f",
                     *                 "source_hash": "902f1e7c2f635cb834aa62b352628c76.ea3bbbf18be99d5bc34c737270d877c3",
                     *                 "grounding": [
                     *                   {
                     *                     "source": "media_metadata",
                     *                     "media_id": "episode:168f8199-c7f4-52e1-81c0-b2c95802434f",
                     *                     "field": "title",
                     *                     "label": "Title",
                     *                     "evidence": {
                     *                       "text": "A Case of Identity",
                     *                       "max_chars": 400,
                     *                       "truncated": false,
                     *                       "original_chars": 18
                     *                     }
                     *                   },
                     *                   {
                     *                     "source": "media_metadata",
                     *                     "media_id": "episode:168f8199-c7f4-52e1-81c0-b2c95802434f",
                     *                     "field": "overview",
                     *                     "label": "Overview",
                     *                     "evidence": {
                     *                       "text": "A typist's bridegroom vanishes from a cab on the way to the church, and never was fond of daylight.",
                     *                       "max_chars": 400,
                     *                       "truncated": false,
                     *                       "original_chars": 99
                     *                     }
                     *                   }
                     *                 ]
                     *               },
                     *               {
                     *                 "source": "media_metadata",
                     *                 "media_id": "series:52c0e5cd-80f2-58d4-bbd1-4aa04d2dc446",
                     *                 "source_hash": "a4fa34b64610cd1adb535f1c8eeaa1f1",
                     *                 "grounding": []
                     *               }
                     *             ]
                     *           },
                     *           "grounding": [
                     *             {
                     *               "source": "media_metadata",
                     *               "media_id": "episode:168f8199-c7f4-52e1-81c0-b2c95802434f",
                     *               "field": "title",
                     *               "label": "Title",
                     *               "evidence": {
                     *                 "text": "A Case of Identity",
                     *                 "max_chars": 400,
                     *                 "truncated": false,
                     *                 "original_chars": 18
                     *               }
                     *             },
                     *             {
                     *               "source": "media_metadata",
                     *               "media_id": "episode:168f8199-c7f4-52e1-81c0-b2c95802434f",
                     *               "field": "overview",
                     *               "label": "Overview",
                     *               "evidence": {
                     *                 "text": "A typist's bridegroom vanishes from a cab on the way to the church, and never was fond of daylight.",
                     *                 "max_chars": 400,
                     *                 "truncated": false,
                     *                 "original_chars": 99
                     *               }
                     *             }
                     *           ],
                     *           "artifacts": []
                     *         }
                     *       ],
                     *       "unknown_media_ids": [],
                     *       "page": {
                     *         "limit": 2,
                     *         "returned": 2,
                     *         "has_more": false,
                     *         "next_cursor": null,
                     *         "truncated": false
                     *       },
                     *       "caps": {
                     *         "candidate_limit": 12,
                     *         "artifact_limit": 2,
                     *         "related_limit": 2,
                     *         "facet_limit": 2,
                     *         "grounding_limit": 2,
                     *         "tool_call_limit": 16,
                     *         "summary_max_chars": 400
                     *       },
                     *       "origins": {
                     *         "catalog": [
                     *           "item",
                     *           "media",
                     *           "grounding"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ItemContextsResponse"];
                    "text/markdown": string;
                    "application/vnd.intelligence.formats+json": {
                        json: components["schemas"]["ItemContextsResponse"];
                        /** @description The answer as Markdown. Catalog text in it is escaped. */
                        markdown: string;
                    };
                };
            };
            /**
             * @description `malformed-json`: The body is not one JSON document in UTF-8, or an object in it repeats a member name.
             *
             *     `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known.
             *
             *     `invalid-media-id`: A media id does not consist of a kind (`movie`, `series`, `season` or `episode`) and a UUID, such as `movie:<uuid>`.
             *
             *     `invalid-cursor`: The cursor is damaged, expired, or was issued for another user, route or filter. Start from the first page.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `conflict`: The resource is in a state, or at a revision, that does not allow the operation. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload-too-large`: The body is larger than the route accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The body has a media type, charset or content coding that the route does not accept. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listNextUp: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "pagination": {
                 *         "limit": 2
                 *       },
                 *       "caps": {
                 *         "artifact_limit": 2,
                 *         "facet_limit": 2,
                 *         "related_limit": 2,
                 *         "grounding_limit": 2
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NextUpRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "media": {
                     *             "media_id": "episode:168f8199-c7f4-52e1-81c0-b2c95802434f",
                     *             "media_kind": "episode",
                     *             "library_id": "eca92b76-934b-5829-a0f9-f238ce6d4f52",
                     *             "title": "A Case of Identity",
                     *             "year": 2017,
                     *             "series": {
                     *               "media_id": "series:52c0e5cd-80f2-58d4-bbd1-4aa04d2dc446",
                     *               "title": "Baker Street Casebook"
                     *             },
                     *             "season_number": 1,
                     *             "episode_number": 3,
                     *             "artifact_ids": []
                     *           },
                     *           "summary": {
                     *             "text": "A typist's bridegroom vanishes from a cab on the way to the church, and never was fond of daylight.",
                     *             "max_chars": 400,
                     *             "truncated": false,
                     *             "original_chars": 99
                     *           },
                     *           "state": "in_progress",
                     *           "position_seconds": 600,
                     *           "duration_seconds": 2880,
                     *           "last_media_id": "episode:168f8199-c7f4-52e1-81c0-b2c95802434f",
                     *           "last_watched_at": "2026-11-28T13:09:56.941Z",
                     *           "grounding": [
                     *             {
                     *               "source": "watch_state",
                     *               "media_id": "episode:168f8199-c7f4-52e1-81c0-b2c95802434f",
                     *               "field": "state",
                     *               "label": "Watch state of the caller",
                     *               "evidence": {
                     *                 "text": "in_progress",
                     *                 "max_chars": 400,
                     *                 "truncated": false,
                     *                 "original_chars": 11
                     *               }
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "page": {
                     *         "limit": 2,
                     *         "returned": 1,
                     *         "has_more": false,
                     *         "next_cursor": null,
                     *         "truncated": false
                     *       },
                     *       "caps": {
                     *         "candidate_limit": 12,
                     *         "artifact_limit": 2,
                     *         "related_limit": 2,
                     *         "facet_limit": 2,
                     *         "grounding_limit": 2,
                     *         "tool_call_limit": 16,
                     *         "summary_max_chars": 400
                     *       },
                     *       "origins": {
                     *         "catalog": [
                     *           "items"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["NextUpResponse"];
                    "text/markdown": string;
                    "application/vnd.intelligence.formats+json": {
                        json: components["schemas"]["NextUpResponse"];
                        /** @description The answer as Markdown. Catalog text in it is escaped. */
                        markdown: string;
                    };
                };
            };
            /**
             * @description `malformed-json`: The body is not one JSON document in UTF-8, or an object in it repeats a member name.
             *
             *     `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known.
             *
             *     `invalid-cursor`: The cursor is damaged, expired, or was issued for another user, route or filter. Start from the first page.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `conflict`: The resource is in a state, or at a revision, that does not allow the operation. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload-too-large`: The body is larger than the route accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The body has a media type, charset or content coding that the route does not accept. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    verifyGrounding: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "groundings": [
                 *         {
                 *           "source": "search_index",
                 *           "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                 *           "field": "title",
                 *           "label": "Metropolis",
                 *           "evidence": {
                 *             "text": "Metropolis",
                 *             "max_chars": 240,
                 *             "truncated": false,
                 *             "original_chars": 10
                 *           }
                 *         },
                 *         {
                 *           "source": "media_metadata",
                 *           "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                 *           "field": "people",
                 *           "evidence": {
                 *             "text": "Fritz Lange"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["VerifyGroundingRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "checks": [
                     *         {
                     *           "position": 1,
                     *           "status": "valid",
                     *           "differs": [],
                     *           "present_summary": null
                     *         },
                     *         {
                     *           "position": 2,
                     *           "status": "changed",
                     *           "differs": [
                     *             "evidence"
                     *           ],
                     *           "present_summary": {
                     *             "text": "Fritz Lang, Thea von Harbou, Gottfried Huppertz, Brigitte Helm, Maria, Gustav Fröhlich, Freder, Alfred Abel, Joh Fredersen, Rudolf Klein-Rogge, Rotwang",
                     *             "max_chars": 400,
                     *             "truncated": false,
                     *             "original_chars": 151
                     *           }
                     *         }
                     *       ],
                     *       "caps": {
                     *         "candidate_limit": 12,
                     *         "artifact_limit": 8,
                     *         "related_limit": 8,
                     *         "facet_limit": 12,
                     *         "grounding_limit": 12,
                     *         "tool_call_limit": 16,
                     *         "summary_max_chars": 400
                     *       },
                     *       "origins": {
                     *         "catalog": [
                     *           "checks"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["VerifyGroundingResponse"];
                    "text/markdown": string;
                    "application/vnd.intelligence.formats+json": {
                        json: components["schemas"]["VerifyGroundingResponse"];
                        /** @description The answer as Markdown. Catalog text in it is escaped. */
                        markdown: string;
                    };
                };
            };
            /**
             * @description `malformed-json`: The body is not one JSON document in UTF-8, or an object in it repeats a member name.
             *
             *     `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known.
             *
             *     `invalid-media-id`: A media id does not consist of a kind (`movie`, `series`, `season` or `episode`) and a UUID, such as `movie:<uuid>`.
             *
             *     `invalid-cursor`: The cursor is damaged, expired, or was issued for another user, route or filter. Start from the first page.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `conflict`: The resource is in a state, or at a revision, that does not allow the operation. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload-too-large`: The body is larger than the route accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The body has a media type, charset or content coding that the route does not accept. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listArtifacts: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "pagination": {
                 *         "limit": 2
                 *       },
                 *       "caps": {
                 *         "artifact_limit": 2,
                 *         "facet_limit": 2,
                 *         "related_limit": 2,
                 *         "grounding_limit": 2
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SearchArtifactsRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "artifacts": [
                     *         {
                     *           "artifact_id": "0b9f7c3e-52d1-4c8a-9d55-2f6a0c1e7b40",
                     *           "kind": "summary",
                     *           "origin": "generated",
                     *           "scope": "user",
                     *           "status": "active",
                     *           "library_id": "a0689ade-071c-5754-aa9c-4299e9deefcc",
                     *           "media": {
                     *             "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *             "media_kind": "movie",
                     *             "library_id": "a0689ade-071c-5754-aa9c-4299e9deefcc",
                     *             "title": "Metropolis",
                     *             "year": 1927,
                     *             "series": null,
                     *             "season_number": null,
                     *             "episode_number": null,
                     *             "artifact_ids": [
                     *               "0b9f7c3e-52d1-4c8a-9d55-2f6a0c1e7b40"
                     *             ]
                     *           },
                     *           "title": "Metropolis in two sentences",
                     *           "summary": {
                     *             "text": "A city of the future lives on the work of people below it. A machine in human form sets both against each other.",
                     *             "max_chars": 400,
                     *             "truncated": false,
                     *             "original_chars": 112
                     *           },
                     *           "provenance": [
                     *             {
                     *               "source": "media_metadata",
                     *               "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *               "source_hash": "7cea0c0a3f8d17d062755a3cc84855bf",
                     *               "grounding": [
                     *                 {
                     *                   "source": "media_metadata",
                     *                   "label": "Metropolis",
                     *                   "field": "overview",
                     *                   "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "grounding": [
                     *             {
                     *               "source": "media_metadata",
                     *               "label": "Metropolis",
                     *               "field": "overview",
                     *               "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *             }
                     *           ],
                     *           "hidden_sources": 0,
                     *           "producer": null,
                     *           "supersedes_artifact_id": null,
                     *           "revision": 1,
                     *           "created_at": "2026-11-28T13:09:57.005Z",
                     *           "updated_at": "2026-11-28T13:09:57.005Z"
                     *         }
                     *       ],
                     *       "page": {
                     *         "limit": 2,
                     *         "returned": 1,
                     *         "has_more": false,
                     *         "next_cursor": null,
                     *         "truncated": false
                     *       },
                     *       "caps": {
                     *         "candidate_limit": 12,
                     *         "artifact_limit": 2,
                     *         "related_limit": 2,
                     *         "facet_limit": 2,
                     *         "grounding_limit": 2,
                     *         "tool_call_limit": 16,
                     *         "summary_max_chars": 400
                     *       },
                     *       "origins": {
                     *         "catalog": [
                     *           "media",
                     *           "grounding"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SearchArtifactsResponse"];
                    "text/markdown": string;
                    "application/vnd.intelligence.formats+json": {
                        json: components["schemas"]["SearchArtifactsResponse"];
                        /** @description The answer as Markdown. Catalog text in it is escaped. */
                        markdown: string;
                    };
                };
            };
            /**
             * @description `malformed-json`: The body is not one JSON document in UTF-8, or an object in it repeats a member name.
             *
             *     `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known.
             *
             *     `invalid-media-id`: A media id does not consist of a kind (`movie`, `series`, `season` or `episode`) and a UUID, such as `movie:<uuid>`.
             *
             *     `invalid-cursor`: The cursor is damaged, expired, or was issued for another user, route or filter. Start from the first page.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `conflict`: The resource is in a state, or at a revision, that does not allow the operation. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload-too-large`: The body is larger than the route accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The body has a media type, charset or content coding that the route does not accept. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getArtifact: {
        parameters: {
            query?: {
                /** @description UTF-16 code units of the body; at least 1. Values above 100,000 count as 100,000. Default: no maximum. */
                max_chars?: number;
                /**
                 * @description Tokens of the body, as the service estimates them; at least 1. Values above 32,000 count as 32,000. Default: no
                 *     maximum.
                 */
                max_tokens?: number;
                /** @description How much of each row the answer contains; default `standard`. `ids` gives only the id. `brief` adds the title, the kind, the year and one line of text. Both omit all other fields, including those described as required. `full` is `standard` with the maximum of `facet_limit`, `grounding_limit` and `summary_max_chars`, unless the request sets them. */
                detail?: "ids" | "brief" | "standard" | "full";
            };
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path: {
                /** @description UUID of the artifact. */
                artifact_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "artifact_id": "0b9f7c3e-52d1-4c8a-9d55-2f6a0c1e7b40",
                     *       "kind": "summary",
                     *       "origin": "generated",
                     *       "scope": "user",
                     *       "status": "active",
                     *       "library_id": "a0689ade-071c-5754-aa9c-4299e9deefcc",
                     *       "media": {
                     *         "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *         "media_kind": "movie",
                     *         "library_id": "a0689ade-071c-5754-aa9c-4299e9deefcc",
                     *         "title": "Metropolis",
                     *         "year": 1927,
                     *         "series": null,
                     *         "season_number": null,
                     *         "episode_number": null,
                     *         "artifact_ids": [
                     *           "0b9f7c3e-52d1-4c8a-9d55-2f6a0c1e7b40"
                     *         ]
                     *       },
                     *       "title": "Metropolis in two sentences",
                     *       "summary": {
                     *         "text": "A city of the future lives on the work of people below it. A machine in human form sets both against each other.",
                     *         "max_chars": 400,
                     *         "truncated": false,
                     *         "original_chars": 112
                     *       },
                     *       "provenance": [
                     *         {
                     *           "source": "media_metadata",
                     *           "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *           "source_hash": "7cea0c0a3f8d17d062755a3cc84855bf",
                     *           "grounding": [
                     *             {
                     *               "source": "media_metadata",
                     *               "label": "Metropolis",
                     *               "field": "overview",
                     *               "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "grounding": [
                     *         {
                     *           "source": "media_metadata",
                     *           "label": "Metropolis",
                     *           "field": "overview",
                     *           "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *         }
                     *       ],
                     *       "hidden_sources": 0,
                     *       "producer": null,
                     *       "supersedes_artifact_id": null,
                     *       "revision": 1,
                     *       "created_at": "2026-11-28T13:09:57.005Z",
                     *       "updated_at": "2026-11-28T13:09:57.005Z",
                     *       "origins": {
                     *         "catalog": [
                     *           "media",
                     *           "grounding"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ArtifactResponse"];
                    "text/markdown": string;
                    "application/vnd.intelligence.formats+json": {
                        json: components["schemas"]["ArtifactResponse"];
                        /** @description The answer as Markdown. Catalog text in it is escaped. */
                        markdown: string;
                    };
                };
            };
            /** @description Not changed since the version that `If-None-Match` names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-found`: The route or resource does not exist, or the caller may not see it. The answer is the same in both cases. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `conflict`: The resource is in a state, or at a revision, that does not allow the operation. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `gone`: The resource was superseded. `superseded_by` names its last successor; null if the caller cannot read it. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putArtifact: {
        parameters: {
            query?: never;
            header?: {
                /** @description `*`: create the artifact only if it does not exist. */
                "If-None-Match"?: string;
                /** @description Replace the artifact only if it has one of these entity tags; `*` matches any. */
                "If-Match"?: string;
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path: {
                /** @description UUID of the artifact. */
                artifact_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "summary",
                 *       "scope": "user",
                 *       "title": "Metropolis in two sentences",
                 *       "summary": "A city of the future lives on the work of people below it. A machine in human form sets both against each other.",
                 *       "content": {
                 *         "sentences": 2,
                 *         "language": "en"
                 *       },
                 *       "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                 *       "sources": [
                 *         {
                 *           "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                 *           "field": "overview"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PutArtifactRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "artifact_id": "0b9f7c3e-52d1-4c8a-9d55-2f6a0c1e7b40",
                     *       "kind": "summary",
                     *       "origin": "generated",
                     *       "scope": "user",
                     *       "status": "active",
                     *       "library_id": "a0689ade-071c-5754-aa9c-4299e9deefcc",
                     *       "media": {
                     *         "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *         "media_kind": "movie",
                     *         "library_id": "a0689ade-071c-5754-aa9c-4299e9deefcc",
                     *         "title": "Metropolis",
                     *         "year": 1927,
                     *         "series": null,
                     *         "season_number": null,
                     *         "episode_number": null,
                     *         "artifact_ids": [
                     *           "0b9f7c3e-52d1-4c8a-9d55-2f6a0c1e7b40"
                     *         ]
                     *       },
                     *       "title": "Metropolis in two sentences",
                     *       "summary": {
                     *         "text": "A city of the future lives on the work of people below it. A machine in human form sets both against each other.",
                     *         "max_chars": 400,
                     *         "truncated": false,
                     *         "original_chars": 112
                     *       },
                     *       "provenance": [
                     *         {
                     *           "source": "media_metadata",
                     *           "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *           "source_hash": "7cea0c0a3f8d17d062755a3cc84855bf",
                     *           "grounding": [
                     *             {
                     *               "source": "media_metadata",
                     *               "label": "Metropolis",
                     *               "field": "overview",
                     *               "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "grounding": [
                     *         {
                     *           "source": "media_metadata",
                     *           "label": "Metropolis",
                     *           "field": "overview",
                     *           "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *         }
                     *       ],
                     *       "hidden_sources": 0,
                     *       "producer": null,
                     *       "supersedes_artifact_id": null,
                     *       "revision": 1,
                     *       "created_at": "2026-11-28T13:09:57.005Z",
                     *       "updated_at": "2026-11-28T13:09:57.005Z",
                     *       "origins": {
                     *         "catalog": [
                     *           "media",
                     *           "grounding"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ArtifactResponse"];
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "artifact_id": "0b9f7c3e-52d1-4c8a-9d55-2f6a0c1e7b40",
                     *       "kind": "summary",
                     *       "origin": "generated",
                     *       "scope": "user",
                     *       "status": "active",
                     *       "library_id": "a0689ade-071c-5754-aa9c-4299e9deefcc",
                     *       "media": {
                     *         "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *         "media_kind": "movie",
                     *         "library_id": "a0689ade-071c-5754-aa9c-4299e9deefcc",
                     *         "title": "Metropolis",
                     *         "year": 1927,
                     *         "series": null,
                     *         "season_number": null,
                     *         "episode_number": null,
                     *         "artifact_ids": [
                     *           "0b9f7c3e-52d1-4c8a-9d55-2f6a0c1e7b40"
                     *         ]
                     *       },
                     *       "title": "Metropolis in two sentences",
                     *       "summary": {
                     *         "text": "A city of the future lives on the work of people below it. A machine in human form sets both against each other.",
                     *         "max_chars": 400,
                     *         "truncated": false,
                     *         "original_chars": 112
                     *       },
                     *       "provenance": [
                     *         {
                     *           "source": "media_metadata",
                     *           "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *           "source_hash": "7cea0c0a3f8d17d062755a3cc84855bf",
                     *           "grounding": [
                     *             {
                     *               "source": "media_metadata",
                     *               "label": "Metropolis",
                     *               "field": "overview",
                     *               "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "grounding": [
                     *         {
                     *           "source": "media_metadata",
                     *           "label": "Metropolis",
                     *           "field": "overview",
                     *           "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *         }
                     *       ],
                     *       "hidden_sources": 0,
                     *       "producer": null,
                     *       "supersedes_artifact_id": null,
                     *       "revision": 1,
                     *       "created_at": "2026-11-28T13:09:57.005Z",
                     *       "updated_at": "2026-11-28T13:09:57.005Z",
                     *       "origins": {
                     *         "catalog": [
                     *           "media",
                     *           "grounding"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ArtifactResponse"];
                };
            };
            /**
             * @description `malformed-json`: The body is not one JSON document in UTF-8, or an object in it repeats a member name.
             *
             *     `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known.
             *
             *     `invalid-media-id`: A media id does not consist of a kind (`movie`, `series`, `season` or `episode`) and a UUID, such as `movie:<uuid>`.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-found`: The route or resource does not exist, or the caller may not see it. The answer is the same in both cases. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `conflict`: The resource is in a state, or at a revision, that does not allow the operation. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `precondition-failed`: `If-Match` does not match the current entity tag of the resource, or `If-None-Match` matches it. `If-Match: *` matches every resource that a GET returns. `If-None-Match: *` also matches a stored resource that a GET does not return, such as a stale artifact. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload-too-large`: The body is larger than the route accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The body has a media type, charset or content coding that the route does not accept. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    invalidateArtifact: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path: {
                /** @description UUID of the artifact. */
                artifact_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "The second sentence is wrong."
                 *     }
                 */
                "application/json": components["schemas"]["InvalidateArtifactRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "artifact_id": "0b9f7c3e-52d1-4c8a-9d55-2f6a0c1e7b40",
                     *       "status": "invalidated",
                     *       "revision": 2,
                     *       "updated_at": "2026-11-28T13:09:58.476Z"
                     *     }
                     */
                    "application/json": components["schemas"]["InvalidatedArtifact"];
                };
            };
            /**
             * @description `malformed-json`: The body is not one JSON document in UTF-8, or an object in it repeats a member name.
             *
             *     `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-found`: The route or resource does not exist, or the caller may not see it. The answer is the same in both cases. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload-too-large`: The body is larger than the route accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The body has a media type, charset or content coding that the route does not accept. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    searchArtifacts: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "query": "metropolis",
                 *       "pagination": {
                 *         "limit": 2
                 *       },
                 *       "caps": {
                 *         "artifact_limit": 2,
                 *         "facet_limit": 2,
                 *         "related_limit": 2,
                 *         "grounding_limit": 2
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SearchArtifactsRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "artifacts": [
                     *         {
                     *           "artifact_id": "0b9f7c3e-52d1-4c8a-9d55-2f6a0c1e7b40",
                     *           "kind": "summary",
                     *           "origin": "generated",
                     *           "scope": "user",
                     *           "status": "active",
                     *           "library_id": "a0689ade-071c-5754-aa9c-4299e9deefcc",
                     *           "media": {
                     *             "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *             "media_kind": "movie",
                     *             "library_id": "a0689ade-071c-5754-aa9c-4299e9deefcc",
                     *             "title": "Metropolis",
                     *             "year": 1927,
                     *             "series": null,
                     *             "season_number": null,
                     *             "episode_number": null,
                     *             "artifact_ids": [
                     *               "0b9f7c3e-52d1-4c8a-9d55-2f6a0c1e7b40"
                     *             ]
                     *           },
                     *           "title": "Metropolis in two sentences",
                     *           "summary": {
                     *             "text": "A city of the future lives on the work of people below it. A machine in human form sets both against each other.",
                     *             "max_chars": 400,
                     *             "truncated": false,
                     *             "original_chars": 112
                     *           },
                     *           "provenance": [
                     *             {
                     *               "source": "media_metadata",
                     *               "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *               "source_hash": "7cea0c0a3f8d17d062755a3cc84855bf",
                     *               "grounding": [
                     *                 {
                     *                   "source": "media_metadata",
                     *                   "label": "Metropolis",
                     *                   "field": "overview",
                     *                   "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "grounding": [
                     *             {
                     *               "source": "media_metadata",
                     *               "label": "Metropolis",
                     *               "field": "overview",
                     *               "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                     *             }
                     *           ],
                     *           "hidden_sources": 0,
                     *           "producer": null,
                     *           "supersedes_artifact_id": null,
                     *           "revision": 1,
                     *           "created_at": "2026-11-28T13:09:57.005Z",
                     *           "updated_at": "2026-11-28T13:09:57.005Z"
                     *         }
                     *       ],
                     *       "page": {
                     *         "limit": 2,
                     *         "returned": 1,
                     *         "has_more": false,
                     *         "next_cursor": null,
                     *         "truncated": false
                     *       },
                     *       "caps": {
                     *         "candidate_limit": 12,
                     *         "artifact_limit": 2,
                     *         "related_limit": 2,
                     *         "facet_limit": 2,
                     *         "grounding_limit": 2,
                     *         "tool_call_limit": 16,
                     *         "summary_max_chars": 400
                     *       },
                     *       "origins": {
                     *         "catalog": [
                     *           "media",
                     *           "grounding"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SearchArtifactsResponse"];
                    "text/markdown": string;
                    "application/vnd.intelligence.formats+json": {
                        json: components["schemas"]["SearchArtifactsResponse"];
                        /** @description The answer as Markdown. Catalog text in it is escaped. */
                        markdown: string;
                    };
                };
            };
            /**
             * @description `malformed-json`: The body is not one JSON document in UTF-8, or an object in it repeats a member name.
             *
             *     `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known.
             *
             *     `invalid-media-id`: A media id does not consist of a kind (`movie`, `series`, `season` or `episode`) and a UUID, such as `movie:<uuid>`.
             *
             *     `invalid-cursor`: The cursor is damaged, expired, or was issued for another user, route or filter. Start from the first page.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `conflict`: The resource is in a state, or at a revision, that does not allow the operation. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload-too-large`: The body is larger than the route accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The body has a media type, charset or content coding that the route does not accept. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRuns: {
        parameters: {
            query?: {
                /** @description Maximum number of rows of the page; default 20. Values above 50 count as 50; values below 1 give the default. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description UTF-16 code units of the body; at least 1. Values above 100,000 count as 100,000. Default: no maximum. */
                max_chars?: number;
                /**
                 * @description Tokens of the body, as the service estimates them; at least 1. Values above 32,000 count as 32,000. Default: no
                 *     maximum.
                 */
                max_tokens?: number;
                /** @description How much of each row the answer contains; default `standard`. `ids` gives only the id. `brief` adds the title, the kind, the year and one line of text. Both omit all other fields, including those described as required. `full` is `standard` with the maximum of `facet_limit`, `grounding_limit` and `summary_max_chars`, unless the request sets them. */
                detail?: "ids" | "brief" | "standard" | "full";
            };
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "runs": [
                     *         {
                     *           "run_id": "5e2d9a61-7f34-4f0b-8c1d-93b6a4e8d217",
                     *           "purpose": "candidate_search",
                     *           "status": "succeeded",
                     *           "requested_by_user_id": "f269eba5-b8ff-4183-b9b6-57d152c3e447",
                     *           "requested_by_service_id": null,
                     *           "model": null,
                     *           "queued_at": "2026-11-28T13:09:57.222Z",
                     *           "started_at": "2026-11-28T13:09:57.222Z",
                     *           "completed_at": "2026-11-28T13:09:57.319Z",
                     *           "input_summary": {
                     *             "text": "Find a silent film about a robot.",
                     *             "max_chars": 400,
                     *             "truncated": false,
                     *             "original_chars": 33
                     *           },
                     *           "output_summary": {
                     *             "text": "Metropolis (1927).",
                     *             "max_chars": 400,
                     *             "truncated": false,
                     *             "original_chars": 18
                     *           },
                     *           "error_summary": null,
                     *           "tool_call_count": 1,
                     *           "revision": 2
                     *         }
                     *       ],
                     *       "page": {
                     *         "limit": 2,
                     *         "returned": 1,
                     *         "has_more": false,
                     *         "next_cursor": null,
                     *         "truncated": false
                     *       },
                     *       "caps": {
                     *         "candidate_limit": 12,
                     *         "artifact_limit": 8,
                     *         "related_limit": 8,
                     *         "facet_limit": 12,
                     *         "grounding_limit": 12,
                     *         "tool_call_limit": 16,
                     *         "summary_max_chars": 400
                     *       },
                     *       "origins": {
                     *         "generated": [
                     *           "runs"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RunListResponse"];
                    "text/markdown": string;
                    "application/vnd.intelligence.formats+json": {
                        json: components["schemas"]["RunListResponse"];
                        /** @description The answer as Markdown. Catalog text in it is escaped. */
                        markdown: string;
                    };
                };
            };
            /**
             * @description `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known.
             *
             *     `invalid-cursor`: The cursor is damaged, expired, or was issued for another user, route or filter. Start from the first page.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `conflict`: The resource is in a state, or at a revision, that does not allow the operation. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a repeated request with the same key and content gets the first successful response again. */
                "Idempotency-Key"?: string;
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path: {
                /** @description UUID of the run. */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "purpose": "candidate_search",
                 *       "status": "running",
                 *       "input_summary": "Find a silent film about a robot."
                 *     }
                 */
                "application/json": components["schemas"]["PutRunRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "run_id": "5e2d9a61-7f34-4f0b-8c1d-93b6a4e8d217",
                     *       "purpose": "candidate_search",
                     *       "status": "succeeded",
                     *       "requested_by_user_id": "f269eba5-b8ff-4183-b9b6-57d152c3e447",
                     *       "requested_by_service_id": null,
                     *       "model": null,
                     *       "queued_at": "2026-11-28T13:09:57.222Z",
                     *       "started_at": "2026-11-28T13:09:57.222Z",
                     *       "completed_at": "2026-11-28T13:09:57.319Z",
                     *       "input_summary": {
                     *         "text": "Find a silent film about a robot.",
                     *         "max_chars": 400,
                     *         "truncated": false,
                     *         "original_chars": 33
                     *       },
                     *       "output_summary": {
                     *         "text": "Metropolis (1927).",
                     *         "max_chars": 400,
                     *         "truncated": false,
                     *         "original_chars": 18
                     *       },
                     *       "error_summary": null,
                     *       "tool_call_count": 1,
                     *       "revision": 2
                     *     }
                     */
                    "application/json": components["schemas"]["IntelligenceRun"];
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "run_id": "5e2d9a61-7f34-4f0b-8c1d-93b6a4e8d217",
                     *       "purpose": "candidate_search",
                     *       "status": "running",
                     *       "requested_by_user_id": "f269eba5-b8ff-4183-b9b6-57d152c3e447",
                     *       "requested_by_service_id": null,
                     *       "model": null,
                     *       "queued_at": "2026-11-28T13:09:57.222Z",
                     *       "started_at": "2026-11-28T13:09:57.222Z",
                     *       "completed_at": null,
                     *       "input_summary": {
                     *         "text": "Find a silent film about a robot.",
                     *         "max_chars": 400,
                     *         "truncated": false,
                     *         "original_chars": 33
                     *       },
                     *       "output_summary": null,
                     *       "error_summary": null,
                     *       "tool_call_count": 0,
                     *       "revision": 1
                     *     }
                     */
                    "application/json": components["schemas"]["IntelligenceRun"];
                };
            };
            /**
             * @description `malformed-json`: The body is not one JSON document in UTF-8, or an object in it repeats a member name.
             *
             *     `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known.
             *
             *     `invalid-media-id`: A media id does not consist of a kind (`movie`, `series`, `season` or `episode`) and a UUID, such as `movie:<uuid>`.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-found`: The route or resource does not exist, or the caller may not see it. The answer is the same in both cases. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `conflict`: The resource is in a state, or at a revision, that does not allow the operation. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload-too-large`: The body is larger than the route accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The body has a media type, charset or content coding that the route does not accept. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency-mismatch`: The `Idempotency-Key` was used within the last 24 hours with another path of the same route, or another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    auditRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path: {
                /** @description UUID of the run. */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "pagination": {
                 *         "limit": 2
                 *       },
                 *       "caps": {
                 *         "artifact_limit": 2,
                 *         "facet_limit": 2,
                 *         "related_limit": 2,
                 *         "grounding_limit": 2
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RunAuditRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "run": {
                     *         "run_id": "5e2d9a61-7f34-4f0b-8c1d-93b6a4e8d217",
                     *         "purpose": "candidate_search",
                     *         "status": "succeeded",
                     *         "requested_by_user_id": "f269eba5-b8ff-4183-b9b6-57d152c3e447",
                     *         "requested_by_service_id": null,
                     *         "model": null,
                     *         "queued_at": "2026-11-28T13:09:57.222Z",
                     *         "started_at": "2026-11-28T13:09:57.222Z",
                     *         "completed_at": "2026-11-28T13:09:57.319Z",
                     *         "input_summary": {
                     *           "text": "Find a silent film about a robot.",
                     *           "max_chars": 400,
                     *           "truncated": false,
                     *           "original_chars": 33
                     *         },
                     *         "output_summary": {
                     *           "text": "Metropolis (1927).",
                     *           "max_chars": 400,
                     *           "truncated": false,
                     *           "original_chars": 18
                     *         },
                     *         "error_summary": null,
                     *         "tool_call_count": 1,
                     *         "revision": 2,
                     *         "artifact_ids": [],
                     *         "grounding": [
                     *           {
                     *             "source": "media_metadata",
                     *             "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *             "label": "Metropolis"
                     *           }
                     *         ],
                     *         "tool_calls": [
                     *           {
                     *             "tool_call_id": "fc5a304f-ee36-4c33-b310-0fb7e6aef8a2",
                     *             "sequence": 1,
                     *             "name": "search_candidates",
                     *             "kind": "search",
                     *             "status": "succeeded",
                     *             "requested_by_service_id": null,
                     *             "started_at": "2026-11-28T13:09:57.263Z",
                     *             "completed_at": "2026-11-28T13:09:57.293Z",
                     *             "duration_ms": 30,
                     *             "input_summary": null,
                     *             "output_summary": null,
                     *             "error_summary": null,
                     *             "artifact_ids": [],
                     *             "grounding": [
                     *               {
                     *                 "source": "media_metadata",
                     *                 "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *                 "label": "Metropolis"
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "page": {
                     *         "limit": 2,
                     *         "returned": 1,
                     *         "has_more": false,
                     *         "next_cursor": null,
                     *         "truncated": false
                     *       },
                     *       "caps": {
                     *         "candidate_limit": 12,
                     *         "artifact_limit": 2,
                     *         "related_limit": 2,
                     *         "facet_limit": 2,
                     *         "grounding_limit": 2,
                     *         "tool_call_limit": 2,
                     *         "summary_max_chars": 400
                     *       },
                     *       "origins": {
                     *         "generated": [
                     *           "run"
                     *         ],
                     *         "catalog": [
                     *           "grounding"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RunAuditResponse"];
                    "text/markdown": string;
                    "application/vnd.intelligence.formats+json": {
                        json: components["schemas"]["RunAuditResponse"];
                        /** @description The answer as Markdown. Catalog text in it is escaped. */
                        markdown: string;
                    };
                };
            };
            /**
             * @description `malformed-json`: The body is not one JSON document in UTF-8, or an object in it repeats a member name.
             *
             *     `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known.
             *
             *     `invalid-cursor`: The cursor is damaged, expired, or was issued for another user, route or filter. Start from the first page.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-found`: The route or resource does not exist, or the caller may not see it. The answer is the same in both cases. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `conflict`: The resource is in a state, or at a revision, that does not allow the operation. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload-too-large`: The body is larger than the route accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The body has a media type, charset or content coding that the route does not accept. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putToolCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a repeated request with the same key and content gets the first successful response again. */
                "Idempotency-Key"?: string;
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path: {
                /** @description UUID of the run. */
                run_id: string;
                /** @description Number of the call in its run. */
                sequence: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "search_candidates",
                 *       "kind": "search",
                 *       "status": "running",
                 *       "arguments": {
                 *         "query": "robot"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PutToolCallRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tool_call_id": "fc5a304f-ee36-4c33-b310-0fb7e6aef8a2",
                     *       "sequence": 1,
                     *       "name": "search_candidates",
                     *       "kind": "search",
                     *       "status": "succeeded",
                     *       "requested_by_service_id": null,
                     *       "started_at": "2026-11-28T13:09:57.263Z",
                     *       "completed_at": "2026-11-28T13:09:57.293Z",
                     *       "duration_ms": 30,
                     *       "input_summary": null,
                     *       "output_summary": null,
                     *       "error_summary": null
                     *     }
                     */
                    "application/json": components["schemas"]["IntelligenceToolCall"];
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tool_call_id": "fc5a304f-ee36-4c33-b310-0fb7e6aef8a2",
                     *       "sequence": 1,
                     *       "name": "search_candidates",
                     *       "kind": "search",
                     *       "status": "running",
                     *       "requested_by_service_id": null,
                     *       "started_at": "2026-11-28T13:09:57.263Z",
                     *       "completed_at": null,
                     *       "duration_ms": null,
                     *       "input_summary": null,
                     *       "output_summary": null,
                     *       "error_summary": null
                     *     }
                     */
                    "application/json": components["schemas"]["IntelligenceToolCall"];
                };
            };
            /**
             * @description `malformed-json`: The body is not one JSON document in UTF-8, or an object in it repeats a member name.
             *
             *     `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known.
             *
             *     `invalid-media-id`: A media id does not consist of a kind (`movie`, `series`, `season` or `episode`) and a UUID, such as `movie:<uuid>`.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-found`: The route or resource does not exist, or the caller may not see it. The answer is the same in both cases. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `conflict`: The resource is in a state, or at a revision, that does not allow the operation. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload-too-large`: The body is larger than the route accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The body has a media type, charset or content coding that the route does not accept. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency-mismatch`: The `Idempotency-Key` was used within the last 24 hours with another path of the same route, or another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    verifyRun: {
        parameters: {
            query?: {
                /** @description UTF-16 code units of the body; at least 1. Values above 100,000 count as 100,000. Default: no maximum. */
                max_chars?: number;
                /**
                 * @description Tokens of the body, as the service estimates them; at least 1. Values above 32,000 count as 32,000. Default: no
                 *     maximum.
                 */
                max_tokens?: number;
                /** @description How much of each row the answer contains; default `standard`. `ids` gives only the id. `brief` adds the title, the kind, the year and one line of text. Both omit all other fields, including those described as required. `full` is `standard` with the maximum of `facet_limit`, `grounding_limit` and `summary_max_chars`, unless the request sets them. */
                detail?: "ids" | "brief" | "standard" | "full";
            };
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path: {
                /** @description UUID of the run. */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "run_id": "5e2d9a61-7f34-4f0b-8c1d-93b6a4e8d217",
                     *       "unbroken": true,
                     *       "authentic": null,
                     *       "records": 4,
                     *       "first_broken": null,
                     *       "head": "44b1ef23611c800369794cf208c2736d9bc6497d7e5bd7c4b96665aa433821a0"
                     *     }
                     */
                    "application/json": components["schemas"]["RunVerification"];
                    "text/markdown": string;
                    "application/vnd.intelligence.formats+json": {
                        json: components["schemas"]["RunVerification"];
                        /** @description The answer as Markdown. Catalog text in it is escaped. */
                        markdown: string;
                    };
                };
            };
            /** @description `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-found`: The route or resource does not exist, or the caller may not see it. The answer is the same in both cases. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `conflict`: The resource is in a state, or at a revision, that does not allow the operation. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getProtectedResource: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "resource": "http://127.0.0.1:33955/mcp",
                     *       "resource_name": "Intelligence read model",
                     *       "bearer_methods_supported": [
                     *         "header"
                     *       ],
                     *       "resource_documentation": "http://127.0.0.1:33955/api/docs"
                     *     }
                     */
                    "application/json": components["schemas"]["ProtectedResource"];
                };
            };
            /** @description `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTools: {
        parameters: {
            query?: {
                /**
                 * @description `openai`: functions of the Responses API; `anthropic`: tools of the Messages API; `json-schema`: name, title,
                 *     description and schema. Default: `json-schema`.
                 */
                format?: "openai" | "anthropic" | "json-schema";
            };
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "format": "openai",
                     *       "tools": [
                     *         {
                     *           "type": "function",
                     *           "name": "library_overview",
                     *           "description": "Lists the media libraries that the user may see, with item counts and facets: genres, decades, languages, people and more. Call it first to learn what there is, and to get library ids.",
                     *           "strict": true,
                     *           "parameters": {
                     *             "type": "object",
                     *             "properties": {
                     *               "library_ids": {
                     *                 "type": [
                     *                   "array",
                     *                   "null"
                     *                 ],
                     *                 "description": "UUIDs of libraries to look in. Default: all that you may see.",
                     *                 "items": {
                     *                   "type": "string"
                     *                 },
                     *                 "minItems": 1,
                     *                 "maxItems": 50
                     *               },
                     *               "facet_kinds": {
                     *                 "type": [
                     *                   "array",
                     *                   "null"
                     *                 ],
                     *                 "description": "Facets to count. Default: all. Few facets leave room for more values.",
                     *                 "items": {
                     *                   "type": "string",
                     *                   "enum": [
                     *                     "genre",
                     *                     "release_decade",
                     *                     "runtime_bucket",
                     *                     "watch_state",
                     *                     "library",
                     *                     "media_kind",
                     *                     "language",
                     *                     "content_rating",
                     *                     "country",
                     *                     "person",
                     *                     "collection"
                     *                   ]
                     *                 },
                     *                 "minItems": 1,
                     *                 "maxItems": 11
                     *               },
                     *               "limit": {
                     *                 "type": [
                     *                   "integer",
                     *                   "null"
                     *                 ],
                     *                 "description": "Maximum number of rows. Default: 20.",
                     *                 "minimum": 1,
                     *                 "maximum": 50
                     *               },
                     *               "cursor": {
                     *                 "type": [
                     *                   "string",
                     *                   "null"
                     *                 ],
                     *                 "description": "next_cursor of the previous answer, for more rows of the same list. Repeat the other arguments."
                     *               },
                     *               "max_tokens": {
                     *                 "type": [
                     *                   "integer",
                     *                   "null"
                     *                 ],
                     *                 "description": "Maximum size of the answer in tokens. Default: 2000. Less important parts are left out first.",
                     *                 "minimum": 1,
                     *                 "maximum": 32000
                     *               }
                     *             },
                     *             "required": [
                     *               "library_ids",
                     *               "facet_kinds",
                     *               "limit",
                     *               "cursor",
                     *               "max_tokens"
                     *             ],
                     *             "additionalProperties": false
                     *           }
                     *         },
                     *         {
                     *           "type": "function",
                     *           "name": "search_media",
                     *           "description": "Finds movies, series, seasons and episodes by words of titles, people, genres and plots, best match first. Corrects misspellings; understands years, genres and quoted phrases in the query. Each result quotes the text that matched. Use the media_id of a result with get_media and related_media.",
                     *           "strict": true,
                     *           "parameters": {
                     *             "type": "object",
                     *             "properties": {
                     *               "query": {
                     *                 "type": "string",
                     *                 "description": "What to search for, such as a title, names or a plot; 1 to 512 characters."
                     *               },
                     *               "library_ids": {
                     *                 "type": [
                     *                   "array",
                     *                   "null"
                     *                 ],
                     *                 "description": "UUIDs of libraries to look in. Default: all that you may see.",
                     *                 "items": {
                     *                   "type": "string"
                     *                 },
                     *                 "minItems": 1,
                     *                 "maxItems": 50
                     *               },
                     *               "media_kinds": {
                     *                 "type": [
                     *                   "array",
                     *                   "null"
                     *                 ],
                     *                 "description": "Kinds of items. Default: all.",
                     *                 "items": {
                     *                   "type": "string",
                     *                   "enum": [
                     *                     "movie",
                     *                     "series",
                     *                     "season",
                     *                     "episode"
                     *                   ]
                     *                 },
                     *                 "minItems": 1,
                     *                 "maxItems": 4
                     *               },
                     *               "filters": {
                     *                 "type": [
                     *                   "object",
                     *                   "null"
                     *                 ],
                     *                 "properties": {
                     *                   "year": {
                     *                     "type": [
                     *                       "object",
                     *                       "null"
                     *                     ],
                     *                     "properties": {
                     *                       "gte": {
                     *                         "type": [
                     *                           "integer",
                     *                           "null"
                     *                         ],
                     *                         "description": "First year of release, included.",
                     *                         "minimum": 0,
                     *                         "maximum": 9999
                     *                       },
                     *                       "lte": {
                     *                         "type": [
                     *                           "integer",
                     *                           "null"
                     *                         ],
                     *                         "description": "Last year of release, included.",
                     *                         "minimum": 0,
                     *                         "maximum": 9999
                     *                       }
                     *                     },
                     *                     "required": [
                     *                       "gte",
                     *                       "lte"
                     *                     ],
                     *                     "additionalProperties": false
                     *                   },
                     *                   "genres": {
                     *                     "type": [
                     *                       "object",
                     *                       "null"
                     *                     ],
                     *                     "properties": {
                     *                       "any": {
                     *                         "type": [
                     *                           "array",
                     *                           "null"
                     *                         ],
                     *                         "description": "At least one of these genres.",
                     *                         "items": {
                     *                           "type": "string"
                     *                         },
                     *                         "minItems": 1,
                     *                         "maxItems": 50
                     *                       },
                     *                       "all": {
                     *                         "type": [
                     *                           "array",
                     *                           "null"
                     *                         ],
                     *                         "description": "Every one of these genres.",
                     *                         "items": {
                     *                           "type": "string"
                     *                         },
                     *                         "minItems": 1,
                     *                         "maxItems": 50
                     *                       },
                     *                       "none": {
                     *                         "type": [
                     *                           "array",
                     *                           "null"
                     *                         ],
                     *                         "description": "None of these genres.",
                     *                         "items": {
                     *                           "type": "string"
                     *                         },
                     *                         "minItems": 1,
                     *                         "maxItems": 50
                     *                       }
                     *                     },
                     *                     "required": [
                     *                       "any",
                     *                       "all",
                     *                       "none"
                     *                     ],
                     *                     "additionalProperties": false
                     *                   },
                     *                   "languages": {
                     *                     "type": [
                     *                       "array",
                     *                       "null"
                     *                     ],
                     *                     "description": "Original languages, as the catalog stores them, such as en.",
                     *                     "items": {
                     *                       "type": "string"
                     *                     },
                     *                     "minItems": 1,
                     *                     "maxItems": 50
                     *                   },
                     *                   "content_ratings": {
                     *                     "type": [
                     *                       "array",
                     *                       "null"
                     *                     ],
                     *                     "description": "Content ratings.",
                     *                     "items": {
                     *                       "type": "string"
                     *                     },
                     *                     "minItems": 1,
                     *                     "maxItems": 50
                     *                   },
                     *                   "people": {
                     *                     "type": [
                     *                       "array",
                     *                       "null"
                     *                     ],
                     *                     "description": "Full names of people.",
                     *                     "items": {
                     *                       "type": "string"
                     *                     },
                     *                     "minItems": 1,
                     *                     "maxItems": 50
                     *                   },
                     *                   "countries": {
                     *                     "type": [
                     *                       "array",
                     *                       "null"
                     *                     ],
                     *                     "description": "Countries.",
                     *                     "items": {
                     *                       "type": "string"
                     *                     },
                     *                     "minItems": 1,
                     *                     "maxItems": 50
                     *                   },
                     *                   "watch_states": {
                     *                     "type": [
                     *                       "array",
                     *                       "null"
                     *                     ],
                     *                     "description": "Watch states of the user. What was never started is unwatched.",
                     *                     "items": {
                     *                       "type": "string",
                     *                       "enum": [
                     *                         "unwatched",
                     *                         "in_progress",
                     *                         "completed"
                     *                       ]
                     *                     },
                     *                     "minItems": 1,
                     *                     "maxItems": 3
                     *                   }
                     *                 },
                     *                 "required": [
                     *                   "year",
                     *                   "genres",
                     *                   "languages",
                     *                   "content_ratings",
                     *                   "people",
                     *                   "countries",
                     *                   "watch_states"
                     *                 ],
                     *                 "additionalProperties": false,
                     *                 "description": "Conditions that every result must satisfy. Leave out what does not matter."
                     *               },
                     *               "search_in": {
                     *                 "type": [
                     *                   "array",
                     *                   "null"
                     *                 ],
                     *                 "description": "Fields to search. Default: all.",
                     *                 "items": {
                     *                   "type": "string",
                     *                   "enum": [
                     *                     "title",
                     *                     "people",
                     *                     "genres",
                     *                     "overview"
                     *                   ]
                     *                 },
                     *                 "minItems": 1,
                     *                 "maxItems": 4
                     *               },
                     *               "facets": {
                     *                 "type": [
                     *                   "array",
                     *                   "null"
                     *                 ],
                     *                 "description": "Facets to count over all matches, not only those shown. Default: none.",
                     *                 "items": {
                     *                   "type": "string",
                     *                   "enum": [
                     *                     "genre",
                     *                     "release_decade",
                     *                     "runtime_bucket",
                     *                     "watch_state",
                     *                     "library",
                     *                     "media_kind",
                     *                     "language",
                     *                     "content_rating",
                     *                     "country",
                     *                     "person",
                     *                     "collection"
                     *                   ]
                     *                 },
                     *                 "minItems": 1,
                     *                 "maxItems": 11
                     *               },
                     *               "limit": {
                     *                 "type": [
                     *                   "integer",
                     *                   "null"
                     *                 ],
                     *                 "description": "Maximum number of rows. Default: 12.",
                     *                 "minimum": 1,
                     *                 "maximum": 12
                     *               },
                     *               "cursor": {
                     *                 "type": [
                     *                   "string",
                     *                   "null"
                     *                 ],
                     *                 "description": "next_cursor of the previous answer, for more rows of the same list. Repeat the other arguments."
                     *               },
                     *               "max_tokens": {
                     *                 "type": [
                     *                   "integer",
                     *                   "null"
                     *                 ],
                     *                 "description": "Maximum size of the answer in tokens. Default: 2000. Less important parts are left out first.",
                     *                 "minimum": 1,
                     *                 "maximum": 32000
                     *               }
                     *             },
                     *             "required": [
                     *               "query",
                     *               "library_ids",
                     *               "media_kinds",
                     *               "filters",
                     *               "search_in",
                     *               "facets",
                     *               "limit",
                     *               "cursor",
                     *               "max_tokens"
                     *             ],
                     *             "additionalProperties": false
                     *           }
                     *         },
                     *         {
                     *           "type": "function",
                     *           "name": "browse_media",
                     *           "description": "Lists items without a query, sorted and filtered: recently added, most popular, recently watched, or for example unwatched comedies of the nineties under 90 minutes. Set media_kinds, or seasons and episodes are listed too.",
                     *           "strict": true,
                     *           "parameters": {
                     *             "type": "object",
                     *             "properties": {
                     *               "sort": {
                     *                 "type": [
                     *                   "string",
                     *                   "null"
                     *                 ],
                     *                 "description": "Order. Default: added, newest first. last_watched lists items with a watch state.",
                     *                 "enum": [
                     *                   "added",
                     *                   "year",
                     *                   "title",
                     *                   "popularity",
                     *                   "last_watched",
                     *                   null
                     *                 ]
                     *               },
                     *               "library_ids": {
                     *                 "type": [
                     *                   "array",
                     *                   "null"
                     *                 ],
                     *                 "description": "UUIDs of libraries to look in. Default: all that you may see.",
                     *                 "items": {
                     *                   "type": "string"
                     *                 },
                     *                 "minItems": 1,
                     *                 "maxItems": 50
                     *               },
                     *               "media_kinds": {
                     *                 "type": [
                     *                   "array",
                     *                   "null"
                     *                 ],
                     *                 "description": "Kinds of items. Default: all.",
                     *                 "items": {
                     *                   "type": "string",
                     *                   "enum": [
                     *                     "movie",
                     *                     "series",
                     *                     "season",
                     *                     "episode"
                     *                   ]
                     *                 },
                     *                 "minItems": 1,
                     *                 "maxItems": 4
                     *               },
                     *               "filters": {
                     *                 "type": [
                     *                   "object",
                     *                   "null"
                     *                 ],
                     *                 "properties": {
                     *                   "year": {
                     *                     "type": [
                     *                       "object",
                     *                       "null"
                     *                     ],
                     *                     "properties": {
                     *                       "gte": {
                     *                         "type": [
                     *                           "integer",
                     *                           "null"
                     *                         ],
                     *                         "description": "First year of release, included.",
                     *                         "minimum": 0,
                     *                         "maximum": 9999
                     *                       },
                     *                       "lte": {
                     *                         "type": [
                     *                           "integer",
                     *                           "null"
                     *                         ],
                     *                         "description": "Last year of release, included.",
                     *                         "minimum": 0,
                     *                         "maximum": 9999
                     *                       }
                     *                     },
                     *                     "required": [
                     *                       "gte",
                     *                       "lte"
                     *                     ],
                     *                     "additionalProperties": false
                     *                   },
                     *                   "genres": {
                     *                     "type": [
                     *                       "object",
                     *                       "null"
                     *                     ],
                     *                     "properties": {
                     *                       "any": {
                     *                         "type": [
                     *                           "array",
                     *                           "null"
                     *                         ],
                     *                         "description": "At least one of these genres.",
                     *                         "items": {
                     *                           "type": "string"
                     *                         },
                     *                         "minItems": 1,
                     *                         "maxItems": 50
                     *                       },
                     *                       "all": {
                     *                         "type": [
                     *                           "array",
                     *                           "null"
                     *                         ],
                     *                         "description": "Every one of these genres.",
                     *                         "items": {
                     *                           "type": "string"
                     *                         },
                     *                         "minItems": 1,
                     *                         "maxItems": 50
                     *                       },
                     *                       "none": {
                     *                         "type": [
                     *                           "array",
                     *                           "null"
                     *                         ],
                     *                         "description": "None of these genres.",
                     *                         "items": {
                     *                           "type": "string"
                     *                         },
                     *                         "minItems": 1,
                     *                         "maxItems": 50
                     *                       }
                     *                     },
                     *                     "required": [
                     *                       "any",
                     *                       "all",
                     *                       "none"
                     *                     ],
                     *                     "additionalProperties": false
                     *                   },
                     *                   "languages": {
                     *                     "type": [
                     *                       "array",
                     *                       "null"
                     *                     ],
                     *                     "description": "Original languages, as the catalog stores them, such as en.",
                     *                     "items": {
                     *                       "type": "string"
                     *                     },
                     *                     "minItems": 1,
                     *                     "maxItems": 50
                     *                   },
                     *                   "content_ratings": {
                     *                     "type": [
                     *                       "array",
                     *                       "null"
                     *                     ],
                     *                     "description": "Content ratings.",
                     *                     "items": {
                     *                       "type": "string"
                     *                     },
                     *                     "minItems": 1,
                     *                     "maxItems": 50
                     *                   },
                     *                   "people": {
                     *                     "type": [
                     *                       "array",
                     *                       "null"
                     *                     ],
                     *                     "description": "Full names of people.",
                     *                     "items": {
                     *                       "type": "string"
                     *                     },
                     *                     "minItems": 1,
                     *                     "maxItems": 50
                     *                   },
                     *                   "countries": {
                     *                     "type": [
                     *                       "array",
                     *                       "null"
                     *                     ],
                     *                     "description": "Countries.",
                     *                     "items": {
                     *                       "type": "string"
                     *                     },
                     *                     "minItems": 1,
                     *                     "maxItems": 50
                     *                   },
                     *                   "watch_states": {
                     *                     "type": [
                     *                       "array",
                     *                       "null"
                     *                     ],
                     *                     "description": "Watch states of the user. What was never started is unwatched.",
                     *                     "items": {
                     *                       "type": "string",
                     *                       "enum": [
                     *                         "unwatched",
                     *                         "in_progress",
                     *                         "completed"
                     *                       ]
                     *                     },
                     *                     "minItems": 1,
                     *                     "maxItems": 3
                     *                   },
                     *                   "runtime_minutes": {
                     *                     "type": [
                     *                       "object",
                     *                       "null"
                     *                     ],
                     *                     "properties": {
                     *                       "gte": {
                     *                         "type": [
                     *                           "integer",
                     *                           "null"
                     *                         ],
                     *                         "description": "Shortest runtime in minutes, included.",
                     *                         "minimum": 0,
                     *                         "maximum": 100000
                     *                       },
                     *                       "lte": {
                     *                         "type": [
                     *                           "integer",
                     *                           "null"
                     *                         ],
                     *                         "description": "Longest runtime in minutes, included.",
                     *                         "minimum": 0,
                     *                         "maximum": 100000
                     *                       }
                     *                     },
                     *                     "required": [
                     *                       "gte",
                     *                       "lte"
                     *                     ],
                     *                     "additionalProperties": false
                     *                   }
                     *                 },
                     *                 "required": [
                     *                   "year",
                     *                   "genres",
                     *                   "languages",
                     *                   "content_ratings",
                     *                   "people",
                     *                   "countries",
                     *                   "watch_states",
                     *                   "runtime_minutes"
                     *                 ],
                     *                 "additionalProperties": false,
                     *                 "description": "Conditions that every result must satisfy. Leave out what does not matter."
                     *               },
                     *               "limit": {
                     *                 "type": [
                     *                   "integer",
                     *                   "null"
                     *                 ],
                     *                 "description": "Maximum number of rows. Default: 20.",
                     *                 "minimum": 1,
                     *                 "maximum": 50
                     *               },
                     *               "cursor": {
                     *                 "type": [
                     *                   "string",
                     *                   "null"
                     *                 ],
                     *                 "description": "next_cursor of the previous answer, for more rows of the same list. Repeat the other arguments."
                     *               },
                     *               "max_tokens": {
                     *                 "type": [
                     *                   "integer",
                     *                   "null"
                     *                 ],
                     *                 "description": "Maximum size of the answer in tokens. Default: 2000. Less important parts are left out first.",
                     *                 "minimum": 1,
                     *                 "maximum": 32000
                     *               }
                     *             },
                     *             "required": [
                     *               "sort",
                     *               "library_ids",
                     *               "media_kinds",
                     *               "filters",
                     *               "limit",
                     *               "cursor",
                     *               "max_tokens"
                     *             ],
                     *             "additionalProperties": false
                     *           }
                     *         },
                     *         {
                     *           "type": "function",
                     *           "name": "next_up",
                     *           "description": "Lists the next episode of each series that the user has begun, the most recently watched series first. Use it for \"continue watching\".",
                     *           "strict": true,
                     *           "parameters": {
                     *             "type": "object",
                     *             "properties": {
                     *               "library_ids": {
                     *                 "type": [
                     *                   "array",
                     *                   "null"
                     *                 ],
                     *                 "description": "UUIDs of libraries to look in. Default: all that you may see.",
                     *                 "items": {
                     *                   "type": "string"
                     *                 },
                     *                 "minItems": 1,
                     *                 "maxItems": 50
                     *               },
                     *               "limit": {
                     *                 "type": [
                     *                   "integer",
                     *                   "null"
                     *                 ],
                     *                 "description": "Maximum number of rows. Default: 20.",
                     *                 "minimum": 1,
                     *                 "maximum": 50
                     *               },
                     *               "cursor": {
                     *                 "type": [
                     *                   "string",
                     *                   "null"
                     *                 ],
                     *                 "description": "next_cursor of the previous answer, for more rows of the same list. Repeat the other arguments."
                     *               },
                     *               "max_tokens": {
                     *                 "type": [
                     *                   "integer",
                     *                   "null"
                     *                 ],
                     *                 "description": "Maximum size of the answer in tokens. Default: 2000. Less important parts are left out first.",
                     *                 "minimum": 1,
                     *                 "maximum": 32000
                     *               }
                     *             },
                     *             "required": [
                     *               "library_ids",
                     *               "limit",
                     *               "cursor",
                     *               "max_tokens"
                     *             ],
                     *             "additionalProperties": false
                     *           }
                     *         },
                     *         {
                     *           "type": "function",
                     *           "name": "get_media",
                     *           "description": "Shows one item: summary, people, facets, its place in a series, the watch state of the user, notes about it, related items, and the evidence for all of this. The id comes from search_media or another list.",
                     *           "strict": true,
                     *           "parameters": {
                     *             "type": "object",
                     *             "properties": {
                     *               "media_id": {
                     *                 "type": "string",
                     *                 "description": "Id of an item, such as movie:<uuid>, from an earlier answer."
                     *               },
                     *               "max_tokens": {
                     *                 "type": [
                     *                   "integer",
                     *                   "null"
                     *                 ],
                     *                 "description": "Maximum size of the answer in tokens. Default: 2000. Less important parts are left out first.",
                     *                 "minimum": 1,
                     *                 "maximum": 32000
                     *               }
                     *             },
                     *             "required": [
                     *               "media_id",
                     *               "max_tokens"
                     *             ],
                     *             "additionalProperties": false
                     *           }
                     *         },
                     *         {
                     *           "type": "function",
                     *           "name": "related_media",
                     *           "description": "Lists items related to one item, strongest first, each with the reason: same series, next to watch, shared people, similar genres or plot. Use it for recommendations.",
                     *           "strict": true,
                     *           "parameters": {
                     *             "type": "object",
                     *             "properties": {
                     *               "media_id": {
                     *                 "type": "string",
                     *                 "description": "Id of an item, such as movie:<uuid>, from an earlier answer."
                     *               },
                     *               "relationship_kinds": {
                     *                 "type": [
                     *                   "array",
                     *                   "null"
                     *                 ],
                     *                 "description": "Kinds of relationships to look for. Default: all.",
                     *                 "items": {
                     *                   "type": "string",
                     *                   "enum": [
                     *                     "watch_next",
                     *                     "same_series",
                     *                     "provider_related",
                     *                     "shared_cast",
                     *                     "similar_title",
                     *                     "search_match",
                     *                     "similar_genre",
                     *                     "same_library"
                     *                   ]
                     *                 },
                     *                 "minItems": 1,
                     *                 "maxItems": 8
                     *               },
                     *               "limit": {
                     *                 "type": [
                     *                   "integer",
                     *                   "null"
                     *                 ],
                     *                 "description": "Maximum number of rows. Default: 8.",
                     *                 "minimum": 1,
                     *                 "maximum": 8
                     *               },
                     *               "cursor": {
                     *                 "type": [
                     *                   "string",
                     *                   "null"
                     *                 ],
                     *                 "description": "next_cursor of the previous answer, for more rows of the same list. Repeat the other arguments."
                     *               },
                     *               "max_tokens": {
                     *                 "type": [
                     *                   "integer",
                     *                   "null"
                     *                 ],
                     *                 "description": "Maximum size of the answer in tokens. Default: 2000. Less important parts are left out first.",
                     *                 "minimum": 1,
                     *                 "maximum": 32000
                     *               }
                     *             },
                     *             "required": [
                     *               "media_id",
                     *               "relationship_kinds",
                     *               "limit",
                     *               "cursor",
                     *               "max_tokens"
                     *             ],
                     *             "additionalProperties": false
                     *           }
                     *         },
                     *         {
                     *           "type": "function",
                     *           "name": "search_artifacts",
                     *           "description": "Lists artifacts, newest first: notes, summaries, recommendations and analyses that users and models stored earlier. Title and summary together must contain all words of the query except stop words.",
                     *           "strict": true,
                     *           "parameters": {
                     *             "type": "object",
                     *             "properties": {
                     *               "query": {
                     *                 "type": [
                     *                   "string",
                     *                   "null"
                     *                 ],
                     *                 "description": "Words to search for; 1 to 512 characters. Default: all artifacts."
                     *               },
                     *               "media_ids": {
                     *                 "type": [
                     *                   "array",
                     *                   "null"
                     *                 ],
                     *                 "description": "Artifacts about these items.",
                     *                 "items": {
                     *                   "type": "string"
                     *                 },
                     *                 "minItems": 1,
                     *                 "maxItems": 50
                     *               },
                     *               "library_ids": {
                     *                 "type": [
                     *                   "array",
                     *                   "null"
                     *                 ],
                     *                 "description": "UUIDs of libraries to look in. Default: all that you may see.",
                     *                 "items": {
                     *                   "type": "string"
                     *                 },
                     *                 "minItems": 1,
                     *                 "maxItems": 50
                     *               },
                     *               "kinds": {
                     *                 "type": [
                     *                   "array",
                     *                   "null"
                     *                 ],
                     *                 "description": "Kinds of artifacts. Default: all.",
                     *                 "items": {
                     *                   "type": "string",
                     *                   "enum": [
                     *                     "summary",
                     *                     "user_note",
                     *                     "generated_answer",
                     *                     "recommendation",
                     *                     "collection",
                     *                     "analysis",
                     *                     "audit_record"
                     *                   ]
                     *                 },
                     *                 "minItems": 1,
                     *                 "maxItems": 7
                     *               },
                     *               "artifact_ids": {
                     *                 "type": [
                     *                   "array",
                     *                   "null"
                     *                 ],
                     *                 "description": "UUIDs of artifacts.",
                     *                 "items": {
                     *                   "type": "string"
                     *                 },
                     *                 "minItems": 1,
                     *                 "maxItems": 50
                     *               },
                     *               "limit": {
                     *                 "type": [
                     *                   "integer",
                     *                   "null"
                     *                 ],
                     *                 "description": "Maximum number of rows. Default: 8.",
                     *                 "minimum": 1,
                     *                 "maximum": 8
                     *               },
                     *               "cursor": {
                     *                 "type": [
                     *                   "string",
                     *                   "null"
                     *                 ],
                     *                 "description": "next_cursor of the previous answer, for more rows of the same list. Repeat the other arguments."
                     *               },
                     *               "max_tokens": {
                     *                 "type": [
                     *                   "integer",
                     *                   "null"
                     *                 ],
                     *                 "description": "Maximum size of the answer in tokens. Default: 2000. Less important parts are left out first.",
                     *                 "minimum": 1,
                     *                 "maximum": 32000
                     *               }
                     *             },
                     *             "required": [
                     *               "query",
                     *               "media_ids",
                     *               "library_ids",
                     *               "kinds",
                     *               "artifact_ids",
                     *               "limit",
                     *               "cursor",
                     *               "max_tokens"
                     *             ],
                     *             "additionalProperties": false
                     *           }
                     *         },
                     *         {
                     *           "type": "function",
                     *           "name": "verify_citations",
                     *           "description": "Checks up to 48 citations of earlier answers: valid (still so), changed (with the present text if the citation has a field), or unknown (no such record, or not visible). Call it before you repeat facts from an older conversation.",
                     *           "strict": true,
                     *           "parameters": {
                     *             "type": "object",
                     *             "properties": {
                     *               "groundings": {
                     *                 "type": "array",
                     *                 "description": "Groundings of earlier answers.",
                     *                 "items": {
                     *                   "type": "object",
                     *                   "properties": {
                     *                     "source": {
                     *                       "type": [
                     *                         "string",
                     *                         "null"
                     *                       ],
                     *                       "description": "source of the grounding, as the answer gave it.",
                     *                       "enum": [
                     *                         "library",
                     *                         "media_metadata",
                     *                         "watch_state",
                     *                         "search_index",
                     *                         "intelligence_artifact",
                     *                         "tool_call",
                     *                         "user_request",
                     *                         null
                     *                       ]
                     *                     },
                     *                     "media_id": {
                     *                       "type": [
                     *                         "string",
                     *                         "null"
                     *                       ],
                     *                       "description": "Id of the cited item. Give this or artifact_id."
                     *                     },
                     *                     "artifact_id": {
                     *                       "type": [
                     *                         "string",
                     *                         "null"
                     *                       ],
                     *                       "description": "UUID of the cited artifact."
                     *                     },
                     *                     "field": {
                     *                       "type": [
                     *                         "string",
                     *                         "null"
                     *                       ],
                     *                       "description": "Field that was quoted, such as title or overview."
                     *                     },
                     *                     "evidence": {
                     *                       "type": [
                     *                         "object",
                     *                         "null"
                     *                       ],
                     *                       "properties": {
                     *                         "text": {
                     *                           "type": "string",
                     *                           "description": "The quoted text; at most 800 characters."
                     *                         },
                     *                         "truncated": {
                     *                           "type": [
                     *                             "boolean",
                     *                             "null"
                     *                           ],
                     *                           "description": "False if the text is the whole field. Default: true."
                     *                         }
                     *                       },
                     *                       "required": [
                     *                         "text",
                     *                         "truncated"
                     *                       ],
                     *                       "additionalProperties": false
                     *                     },
                     *                     "source_hash": {
                     *                       "type": [
                     *                         "string",
                     *                         "null"
                     *                       ],
                     *                       "description": "source_hash of a provenance, if it was given."
                     *                     }
                     *                   },
                     *                   "required": [
                     *                     "source",
                     *                     "media_id",
                     *                     "artifact_id",
                     *                     "field",
                     *                     "evidence",
                     *                     "source_hash"
                     *                   ],
                     *                   "additionalProperties": false
                     *                 },
                     *                 "minItems": 1,
                     *                 "maxItems": 48
                     *               },
                     *               "max_tokens": {
                     *                 "type": [
                     *                   "integer",
                     *                   "null"
                     *                 ],
                     *                 "description": "Maximum size of the answer in tokens. Default: 2000. Less important parts are left out first.",
                     *                 "minimum": 1,
                     *                 "maximum": 32000
                     *               }
                     *             },
                     *             "required": [
                     *               "groundings",
                     *               "max_tokens"
                     *             ],
                     *             "additionalProperties": false
                     *           }
                     *         },
                     *         {
                     *           "type": "function",
                     *           "name": "save_artifact",
                     *           "description": "Stores a note, summary, recommendation or analysis, with what it was derived from, so that later searches find it. Only title and summary are shown again. Give the artifact_id of an earlier artifact to replace it as a whole: repeat its scope, and its media_id or library_id, which cannot change. Other fields that you leave out are emptied, except supersedes_artifact_id.",
                     *           "strict": true,
                     *           "parameters": {
                     *             "type": "object",
                     *             "properties": {
                     *               "artifact_id": {
                     *                 "type": [
                     *                   "string",
                     *                   "null"
                     *                 ],
                     *                 "description": "UUID of the artifact to replace. Default: a new artifact."
                     *               },
                     *               "kind": {
                     *                 "type": "string",
                     *                 "description": "Kind of the artifact.",
                     *                 "enum": [
                     *                   "summary",
                     *                   "user_note",
                     *                   "generated_answer",
                     *                   "recommendation",
                     *                   "collection",
                     *                   "analysis",
                     *                   "audit_record"
                     *                 ]
                     *               },
                     *               "scope": {
                     *                 "type": [
                     *                   "string",
                     *                   "null"
                     *                 ],
                     *                 "description": "user: only this user sees it; global: every user who sees its library. Default: user.",
                     *                 "enum": [
                     *                   "global",
                     *                   "user",
                     *                   null
                     *                 ]
                     *               },
                     *               "title": {
                     *                 "type": "string",
                     *                 "description": "Title on one line; 1 to 512 characters."
                     *               },
                     *               "summary": {
                     *                 "type": "string",
                     *                 "description": "Summary that later answers show; at most 10,000 characters."
                     *               },
                     *               "content": {
                     *                 "type": [
                     *                   "string",
                     *                   "null"
                     *                 ],
                     *                 "description": "The whole result. It is stored, but never shown."
                     *               },
                     *               "media_id": {
                     *                 "type": [
                     *                   "string",
                     *                   "null"
                     *                 ],
                     *                 "description": "Id of the item that it is about."
                     *               },
                     *               "library_id": {
                     *                 "type": [
                     *                   "string",
                     *                   "null"
                     *                 ],
                     *                 "description": "UUID of the library that it is about. Default: that of the item."
                     *               },
                     *               "sources": {
                     *                 "type": [
                     *                   "array",
                     *                   "null"
                     *                 ],
                     *                 "description": "The items and artifacts that it is based on.",
                     *                 "items": {
                     *                   "type": "object",
                     *                   "properties": {
                     *                     "media_id": {
                     *                       "type": [
                     *                         "string",
                     *                         "null"
                     *                       ],
                     *                       "description": "Id of an item. Give this or artifact_id."
                     *                     },
                     *                     "artifact_id": {
                     *                       "type": [
                     *                         "string",
                     *                         "null"
                     *                       ],
                     *                       "description": "UUID of an artifact."
                     *                     },
                     *                     "field": {
                     *                       "type": [
                     *                         "string",
                     *                         "null"
                     *                       ],
                     *                       "description": "Field that was used, such as overview."
                     *                     }
                     *                   },
                     *                   "required": [
                     *                     "media_id",
                     *                     "artifact_id",
                     *                     "field"
                     *                   ],
                     *                   "additionalProperties": false
                     *                 },
                     *                 "minItems": 1,
                     *                 "maxItems": 48
                     *               },
                     *               "run_id": {
                     *                 "type": [
                     *                   "string",
                     *                   "null"
                     *                 ],
                     *                 "description": "UUID of the run that produced it."
                     *               },
                     *               "supersedes_artifact_id": {
                     *                 "type": [
                     *                   "string",
                     *                   "null"
                     *                 ],
                     *                 "description": "UUID of an older artifact that this one supersedes. Searches then skip it."
                     *               }
                     *             },
                     *             "required": [
                     *               "artifact_id",
                     *               "kind",
                     *               "scope",
                     *               "title",
                     *               "summary",
                     *               "content",
                     *               "media_id",
                     *               "library_id",
                     *               "sources",
                     *               "run_id",
                     *               "supersedes_artifact_id"
                     *             ],
                     *             "additionalProperties": false
                     *           }
                     *         },
                     *         {
                     *           "type": "function",
                     *           "name": "record_run",
                     *           "description": "Records the work on one request of the user, for audits: call it when the work begins (status running), and again with the returned run_id when it ends (succeeded, failed or cancelled).",
                     *           "strict": true,
                     *           "parameters": {
                     *             "type": "object",
                     *             "properties": {
                     *               "run_id": {
                     *                 "type": [
                     *                   "string",
                     *                   "null"
                     *                 ],
                     *                 "description": "UUID of the run to change. Default: a new run."
                     *               },
                     *               "purpose": {
                     *                 "type": [
                     *                   "string",
                     *                   "null"
                     *                 ],
                     *                 "description": "Purpose; required for a new run.",
                     *                 "enum": [
                     *                   "library_overview",
                     *                   "candidate_search",
                     *                   "artifact_search",
                     *                   "item_context",
                     *                   "related_context",
                     *                   "artifact_refresh",
                     *                   "recommendation",
                     *                   "other",
                     *                   null
                     *                 ]
                     *               },
                     *               "status": {
                     *                 "type": [
                     *                   "string",
                     *                   "null"
                     *                 ],
                     *                 "description": "The new state. Default for a new run: queued.",
                     *                 "enum": [
                     *                   "queued",
                     *                   "running",
                     *                   "succeeded",
                     *                   "failed",
                     *                   "cancelled",
                     *                   null
                     *                 ]
                     *               },
                     *               "model": {
                     *                 "type": [
                     *                   "string",
                     *                   "null"
                     *                 ],
                     *                 "description": "Name of the language model."
                     *               },
                     *               "input_summary": {
                     *                 "type": [
                     *                   "string",
                     *                   "null"
                     *                 ],
                     *                 "description": "What was asked, in short. Secrets are replaced."
                     *               },
                     *               "output_summary": {
                     *                 "type": [
                     *                   "string",
                     *                   "null"
                     *                 ],
                     *                 "description": "What came out, in short. Secrets are replaced."
                     *               },
                     *               "error_summary": {
                     *                 "type": [
                     *                   "string",
                     *                   "null"
                     *                 ],
                     *                 "description": "What went wrong, in short. Secrets are replaced."
                     *               },
                     *               "sources": {
                     *                 "type": [
                     *                   "array",
                     *                   "null"
                     *                 ],
                     *                 "description": "The items and artifacts that it is based on.",
                     *                 "items": {
                     *                   "type": "object",
                     *                   "properties": {
                     *                     "media_id": {
                     *                       "type": [
                     *                         "string",
                     *                         "null"
                     *                       ],
                     *                       "description": "Id of an item. Give this or artifact_id."
                     *                     },
                     *                     "artifact_id": {
                     *                       "type": [
                     *                         "string",
                     *                         "null"
                     *                       ],
                     *                       "description": "UUID of an artifact."
                     *                     },
                     *                     "field": {
                     *                       "type": [
                     *                         "string",
                     *                         "null"
                     *                       ],
                     *                       "description": "Field that was used, such as overview."
                     *                     }
                     *                   },
                     *                   "required": [
                     *                     "media_id",
                     *                     "artifact_id",
                     *                     "field"
                     *                   ],
                     *                   "additionalProperties": false
                     *                 },
                     *                 "minItems": 1,
                     *                 "maxItems": 48
                     *               }
                     *             },
                     *             "required": [
                     *               "run_id",
                     *               "purpose",
                     *               "status",
                     *               "model",
                     *               "input_summary",
                     *               "output_summary",
                     *               "error_summary",
                     *               "sources"
                     *             ],
                     *             "additionalProperties": false
                     *           }
                     *         },
                     *         {
                     *           "type": "function",
                     *           "name": "record_tool_call",
                     *           "description": "Records one tool call of a run, for audits: what was called, with which input, and what came out. Number the calls of a run in their order. Call it again with the same sequence to change the state.",
                     *           "strict": true,
                     *           "parameters": {
                     *             "type": "object",
                     *             "properties": {
                     *               "run_id": {
                     *                 "type": "string",
                     *                 "description": "UUID of the run, from record_run."
                     *               },
                     *               "sequence": {
                     *                 "type": "integer",
                     *                 "description": "Number of the call in the run.",
                     *                 "minimum": 0,
                     *                 "maximum": 1000000
                     *               },
                     *               "name": {
                     *                 "type": [
                     *                   "string",
                     *                   "null"
                     *                 ],
                     *                 "description": "Name of the tool; required for a new call."
                     *               },
                     *               "kind": {
                     *                 "type": [
                     *                   "string",
                     *                   "null"
                     *                 ],
                     *                 "description": "Kind of the tool; required for a new call.",
                     *                 "enum": [
                     *                   "search",
                     *                   "read_model",
                     *                   "artifact",
                     *                   "external",
                     *                   "system",
                     *                   null
                     *                 ]
                     *               },
                     *               "status": {
                     *                 "type": [
                     *                   "string",
                     *                   "null"
                     *                 ],
                     *                 "description": "The new state. Default for a new call: pending.",
                     *                 "enum": [
                     *                   "pending",
                     *                   "running",
                     *                   "succeeded",
                     *                   "failed",
                     *                   "skipped",
                     *                   "cancelled",
                     *                   null
                     *                 ]
                     *               },
                     *               "arguments": {
                     *                 "type": [
                     *                   "string",
                     *                   "null"
                     *                 ],
                     *                 "description": "Arguments of the call as text. Secrets are replaced; no answer shows them."
                     *               },
                     *               "result": {
                     *                 "type": [
                     *                   "string",
                     *                   "null"
                     *                 ],
                     *                 "description": "Result of the call as text. Secrets are replaced; no answer shows it."
                     *               },
                     *               "input_summary": {
                     *                 "type": [
                     *                   "string",
                     *                   "null"
                     *                 ],
                     *                 "description": "What was asked, in short. Secrets are replaced."
                     *               },
                     *               "output_summary": {
                     *                 "type": [
                     *                   "string",
                     *                   "null"
                     *                 ],
                     *                 "description": "What came out, in short. Secrets are replaced."
                     *               },
                     *               "error_summary": {
                     *                 "type": [
                     *                   "string",
                     *                   "null"
                     *                 ],
                     *                 "description": "What went wrong, in short. Secrets are replaced."
                     *               },
                     *               "sources": {
                     *                 "type": [
                     *                   "array",
                     *                   "null"
                     *                 ],
                     *                 "description": "The items and artifacts that it is based on.",
                     *                 "items": {
                     *                   "type": "object",
                     *                   "properties": {
                     *                     "media_id": {
                     *                       "type": [
                     *                         "string",
                     *                         "null"
                     *                       ],
                     *                       "description": "Id of an item. Give this or artifact_id."
                     *                     },
                     *                     "artifact_id": {
                     *                       "type": [
                     *                         "string",
                     *                         "null"
                     *                       ],
                     *                       "description": "UUID of an artifact."
                     *                     },
                     *                     "field": {
                     *                       "type": [
                     *                         "string",
                     *                         "null"
                     *                       ],
                     *                       "description": "Field that was used, such as overview."
                     *                     }
                     *                   },
                     *                   "required": [
                     *                     "media_id",
                     *                     "artifact_id",
                     *                     "field"
                     *                   ],
                     *                   "additionalProperties": false
                     *                 },
                     *                 "minItems": 1,
                     *                 "maxItems": 48
                     *               }
                     *             },
                     *             "required": [
                     *               "run_id",
                     *               "sequence",
                     *               "name",
                     *               "kind",
                     *               "status",
                     *               "arguments",
                     *               "result",
                     *               "input_summary",
                     *               "output_summary",
                     *               "error_summary",
                     *               "sources"
                     *             ],
                     *             "additionalProperties": false
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ToolsResponse"];
                };
            };
            /** @description `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    answerMcp: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "jsonrpc": "2.0",
                 *       "id": 1,
                 *       "method": "ping"
                 *     }
                 */
                "application/json": components["schemas"]["McpMessage"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "result": {},
                     *       "jsonrpc": "2.0",
                     *       "id": 1
                     *     }
                     */
                    "application/json": components["schemas"]["McpAnswer"];
                };
            };
            /** @description The service has accepted the notification; there is no body. */
            202: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `malformed-json`: The body is not one JSON document in UTF-8, or an object in it repeats a member name.
             *
             *     `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload-too-large`: The body is larger than the route accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The body has a media type, charset or content coding that the route does not accept. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    importCatalog: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Newline-delimited JSON in UTF-8. */
        requestBody: {
            content: {
                /**
                 * @example {"type":"library","library_id":"a0689ade-071c-5754-aa9c-4299e9deefcc","name":"Silent Era","library_kind":"movies"}
                 *     {"type":"library","library_id":"9796acf8-cac2-5110-ad1a-c20d30d065d8","name":"Sound Era","library_kind":"movies"}
                 *     {"type":"library","library_id":"eca92b76-934b-5829-a0f9-f238ce6d4f52","name":"Serial Evenings","library_kind":"series"}
                 *     {"type":"movie","media_id":"movie:39f20734-191f-5c8f-a229-57b0b2e1492a","library_id":"a0689ade-071c-5754-aa9c-4299e9deefcc","year":1902,"release_date":"1902-09-01","title":"A Trip to the Moon","original_title":"Le Voyage dans la Lune","runtime_minutes":14,"overview":"A club of bearded astronomers has itself shot from a giant cannon straight into the eye of the Moon. They sleep under strange stars, open umbrellas that grow into mushrooms, and have to run for their shell when the local people, who burst into smoke at a blow, take offence.","tagline":"Aim for the eye.","genres":["Science Fiction","Adventure","Short"],"keywords":["moon","rocket","astronomer","stage magic"],"people":[{"name":"Georges Méliès","role":"director"},{"name":"Georges Méliès","role":"writer"},{"name":"Georges Méliès","role":"actor","character":"Professor Barbenfouillis","order":0},{"name":"Bleuette Bernon","role":"actor","character":"Phoebe","order":1}],"studios":["Star Film Company"],"countries":["France"],"original_language":"fr","content_rating":"NR","external_ids":{"sample":"trip-to-the-moon"}}
                 */
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accepted": 4,
                     *       "unchanged": 0,
                     *       "rejected": 0,
                     *       "errors": []
                     *     }
                     */
                    "application/json": components["schemas"]["CatalogImportResult"];
                };
            };
            /**
             * @description `malformed-json`: The body is not one JSON document in UTF-8, or an object in it repeats a member name.
             *
             *     `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload-too-large`: The body is larger than the route accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The body has a media type, charset or content coding that the route does not accept. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path: {
                /** @description Id of the item: `movie:<uuid>`, or another spelling, such as `Movies(<UUID>)`. */
                media_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is no body. */
            204: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known.
             *
             *     `invalid-media-id`: A media id does not consist of a kind (`movie`, `series`, `season` or `episode`) and a UUID, such as `movie:<uuid>`.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-found`: The route or resource does not exist, or the caller may not see it. The answer is the same in both cases. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeLibrary: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path: {
                /** @description UUID of the library. */
                library_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is no body. */
            204: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-found`: The route or resource does not exist, or the caller may not see it. The answer is the same in both cases. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    setWatchState: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path: {
                /** @description Id of the item: `movie:<uuid>`, or another spelling, such as `Movies(<UUID>)`. */
                media_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "position_seconds": 1800,
                 *       "duration_seconds": 9180
                 *     }
                 */
                "application/json": components["schemas"]["WatchStateRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5",
                     *       "state": "in_progress",
                     *       "position_seconds": 1800,
                     *       "duration_seconds": 9180,
                     *       "threshold_percent": 90,
                     *       "last_watched_at": "2026-11-28T13:09:56.918Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WatchStateResponse"];
                };
            };
            /**
             * @description `malformed-json`: The body is not one JSON document in UTF-8, or an object in it repeats a member name.
             *
             *     `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known.
             *
             *     `invalid-media-id`: A media id does not consist of a kind (`movie`, `series`, `season` or `episode`) and a UUID, such as `movie:<uuid>`.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-found`: The route or resource does not exist, or the caller may not see it. The answer is the same in both cases. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `conflict`: The resource is in a state, or at a revision, that does not allow the operation. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload-too-large`: The body is larger than the route accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The body has a media type, charset or content coding that the route does not accept. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteWatchState: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path: {
                /** @description Id of the item: `movie:<uuid>`, or another spelling, such as `Movies(<UUID>)`. */
                media_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is no body. */
            204: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known.
             *
             *     `invalid-media-id`: A media id does not consist of a kind (`movie`, `series`, `season` or `episode`) and a UUID, such as `movie:<uuid>`.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-found`: The route or resource does not exist, or the caller may not see it. The answer is the same in both cases. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                /** @description Maximum number of rows of the page; default 20. Values above 50 count as 50; values below 1 give the default. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entries": [
                     *         {
                     *           "entry_id": "a96316ff-64e1-4593-a471-650f038bb3a1",
                     *           "recorded_at": "2026-11-28T13:09:56.651Z",
                     *           "action": "key.rotate",
                     *           "actor": {
                     *             "origin": "api",
                     *             "user_id": "f269eba5-b8ff-4183-b9b6-57d152c3e447",
                     *             "username": "admin",
                     *             "key_id": null,
                     *             "service_id": null
                     *           },
                     *           "target_id": "b38d3bdb-31b0-4035-a029-105dd2fa18e6",
                     *           "target_name": "backend of the film club",
                     *           "account_id": "99587cf9-d843-427a-ac59-e5d1e4bd3593",
                     *           "changes": [
                     *             {
                     *               "field": "key_id",
                     *               "removed": [
                     *                 "b38d3bdb-31b0-4035-a029-105dd2fa18e6"
                     *               ],
                     *               "added": [
                     *                 "456ca5a1-31a1-4dc7-a6e6-75d6c5488b5d"
                     *               ]
                     *             }
                     *           ],
                     *           "request_id": "0457a1cf-e677-4f25-a028-1c7d93a0185c"
                     *         },
                     *         {
                     *           "entry_id": "c48c62b3-1038-4723-bd2f-329c8da7da30",
                     *           "recorded_at": "2026-11-28T13:09:56.579Z",
                     *           "action": "key.create",
                     *           "actor": {
                     *             "origin": "api",
                     *             "user_id": "f269eba5-b8ff-4183-b9b6-57d152c3e447",
                     *             "username": "admin",
                     *             "key_id": null,
                     *             "service_id": null
                     *           },
                     *           "target_id": "b38d3bdb-31b0-4035-a029-105dd2fa18e6",
                     *           "target_name": "backend of the film club",
                     *           "account_id": "99587cf9-d843-427a-ac59-e5d1e4bd3593",
                     *           "changes": [],
                     *           "request_id": "386c6a31-7c02-4466-986e-7bcacaef9bbf"
                     *         }
                     *       ],
                     *       "page": {
                     *         "limit": 2,
                     *         "returned": 2,
                     *         "has_more": true,
                     *         "next_cursor": "Lx2SDOTS3vRNK0WASB7mVesN8p0hMxOGGr9JtOkcsTACXpRTdKuye1onNiQDpbbJYRhAfEfqZuvKc3MC_o9NnH01NgJjrWHmRLsiIRy_HYUhmUYOzktz_Mt0NYk9yKYBGwWS",
                     *         "truncated": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AuditLogResponse"];
                };
            };
            /**
             * @description `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known.
             *
             *     `invalid-cursor`: The cursor is damaged, expired, or was issued for another user, route or filter. Start from the first page.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description Maximum number of rows of the page; default 20. Values above 50 count as 50; values below 1 give the default. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "users": [
                     *         {
                     *           "user_id": "f269eba5-b8ff-4183-b9b6-57d152c3e447",
                     *           "username": "admin",
                     *           "role": "admin",
                     *           "scopes": [
                     *             "artifacts:write",
                     *             "catalog:write"
                     *           ],
                     *           "library_ids": null,
                     *           "disabled": false,
                     *           "service": false,
                     *           "external": false,
                     *           "issuer": null,
                     *           "subject": null,
                     *           "created_at": "2026-11-28T13:09:54.718Z",
                     *           "updated_at": "2026-11-28T13:09:54.718Z"
                     *         },
                     *         {
                     *           "user_id": "5dc474d8-de7b-4da9-9a6d-8a2a99d0e1ed",
                     *           "username": "alice",
                     *           "role": "user",
                     *           "scopes": [],
                     *           "library_ids": null,
                     *           "disabled": false,
                     *           "service": false,
                     *           "external": false,
                     *           "issuer": null,
                     *           "subject": null,
                     *           "created_at": "2026-11-28T13:09:54.810Z",
                     *           "updated_at": "2026-11-28T13:09:54.810Z"
                     *         }
                     *       ],
                     *       "page": {
                     *         "limit": 2,
                     *         "returned": 2,
                     *         "has_more": true,
                     *         "next_cursor": "CoYr-DhzXT2bIsgmrJUfKQLDgLN76Su3t4sdC6c7AwqHz_ececbs0I0",
                     *         "truncated": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UserListResponse"];
                };
            };
            /**
             * @description `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known.
             *
             *     `invalid-cursor`: The cursor is damaged, expired, or was issued for another user, route or filter. Start from the first page.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateUserRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user_id": "90a8c950-3b90-4314-976a-2bdd1b3cf10a",
                     *       "username": "reader",
                     *       "role": "user",
                     *       "scopes": [],
                     *       "library_ids": null,
                     *       "disabled": false,
                     *       "service": false,
                     *       "external": false,
                     *       "issuer": null,
                     *       "subject": null,
                     *       "created_at": "2026-11-28T13:09:56.427Z",
                     *       "updated_at": "2026-11-28T13:09:56.427Z"
                     *     }
                     */
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            /**
             * @description `malformed-json`: The body is not one JSON document in UTF-8, or an object in it repeats a member name.
             *
             *     `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `conflict`: The resource is in a state, or at a revision, that does not allow the operation. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload-too-large`: The body is larger than the route accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The body has a media type, charset or content coding that the route does not accept. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path: {
                /** @description UUID of the account. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user_id": "90a8c950-3b90-4314-976a-2bdd1b3cf10a",
                     *       "username": "reader",
                     *       "role": "user",
                     *       "scopes": [],
                     *       "library_ids": null,
                     *       "disabled": false,
                     *       "service": false,
                     *       "external": false,
                     *       "issuer": null,
                     *       "subject": null,
                     *       "created_at": "2026-11-28T13:09:56.427Z",
                     *       "updated_at": "2026-11-28T13:09:56.427Z"
                     *     }
                     */
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            /** @description `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-found`: The route or resource does not exist, or the caller may not see it. The answer is the same in both cases. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path: {
                /** @description UUID of the account. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is no body. */
            204: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-found`: The route or resource does not exist, or the caller may not see it. The answer is the same in both cases. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `conflict`: The resource is in a state, or at a revision, that does not allow the operation. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path: {
                /** @description UUID of the account. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "scopes": [
                 *         "artifacts:write"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UpdateUserRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user_id": "90a8c950-3b90-4314-976a-2bdd1b3cf10a",
                     *       "username": "reader",
                     *       "role": "user",
                     *       "scopes": [
                     *         "artifacts:write"
                     *       ],
                     *       "library_ids": null,
                     *       "disabled": false,
                     *       "service": false,
                     *       "external": false,
                     *       "issuer": null,
                     *       "subject": null,
                     *       "created_at": "2026-11-28T13:09:56.427Z",
                     *       "updated_at": "2026-11-28T13:09:56.488Z"
                     *     }
                     */
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            /**
             * @description `malformed-json`: The body is not one JSON document in UTF-8, or an object in it repeats a member name.
             *
             *     `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-found`: The route or resource does not exist, or the caller may not see it. The answer is the same in both cases. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `conflict`: The resource is in a state, or at a revision, that does not allow the operation. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload-too-large`: The body is larger than the route accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The body has a media type, charset or content coding that the route does not accept. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path: {
                /** @description UUID of the account. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "keys": [
                     *         {
                     *           "key_id": "b38d3bdb-31b0-4035-a029-105dd2fa18e6",
                     *           "name": "backend of the film club",
                     *           "created_at": "2026-11-28T13:09:56.563Z",
                     *           "expires_at": "2026-11-28T14:09:56.634Z",
                     *           "last_used_at": null
                     *         },
                     *         {
                     *           "key_id": "456ca5a1-31a1-4dc7-a6e6-75d6c5488b5d",
                     *           "name": "backend of the film club",
                     *           "created_at": "2026-11-28T13:09:56.634Z",
                     *           "expires_at": "2027-11-28T13:09:56.634Z",
                     *           "last_used_at": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["KeyListResponse"];
                };
            };
            /** @description `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-found`: The route or resource does not exist, or the caller may not see it. The answer is the same in both cases. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `conflict`: The resource is in a state, or at a revision, that does not allow the operation. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path: {
                /** @description UUID of the account. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "backend of the film club"
                 *     }
                 */
                "application/json": components["schemas"]["CreateKeyRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key_id": "b38d3bdb-31b0-4035-a029-105dd2fa18e6",
                     *       "name": "backend of the film club",
                     *       "created_at": "2026-11-28T13:09:56.563Z",
                     *       "expires_at": "2027-11-28T13:09:56.563Z",
                     *       "last_used_at": null,
                     *       "key": "irmkey_0ebb11d54..."
                     *     }
                     */
                    "application/json": components["schemas"]["NewKeyResponse"];
                };
            };
            /**
             * @description `malformed-json`: The body is not one JSON document in UTF-8, or an object in it repeats a member name.
             *
             *     `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-found`: The route or resource does not exist, or the caller may not see it. The answer is the same in both cases. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `conflict`: The resource is in a state, or at a revision, that does not allow the operation. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload-too-large`: The body is larger than the route accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The body has a media type, charset or content coding that the route does not accept. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path: {
                /** @description UUID of the account. */
                user_id: string;
                /** @description UUID of the key. */
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is no body. */
            204: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-found`: The route or resource does not exist, or the caller may not see it. The answer is the same in both cases. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path: {
                /** @description UUID of the account. */
                user_id: string;
                /** @description UUID of the key. */
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "overlap_seconds": 3600
                 *     }
                 */
                "application/json": components["schemas"]["RotateKeyRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key_id": "456ca5a1-31a1-4dc7-a6e6-75d6c5488b5d",
                     *       "name": "backend of the film club",
                     *       "created_at": "2026-11-28T13:09:56.634Z",
                     *       "expires_at": "2027-11-28T13:09:56.634Z",
                     *       "last_used_at": null,
                     *       "key": "irmkey_cf2c7b16b..."
                     *     }
                     */
                    "application/json": components["schemas"]["NewKeyResponse"];
                };
            };
            /**
             * @description `malformed-json`: The body is not one JSON document in UTF-8, or an object in it repeats a member name.
             *
             *     `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-found`: The route or resource does not exist, or the caller may not see it. The answer is the same in both cases. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `conflict`: The resource is in a state, or at a revision, that does not allow the operation. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload-too-large`: The body is larger than the route accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The body has a media type, charset or content coding that the route does not accept. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exchangeKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "username": "reader"
                 *     }
                 */
                "application/json": components["schemas"]["ExchangeRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "eyJhbGciOiJIUzI1...",
                     *       "issued_token_type": "urn:ietf:params:oauth:token-type:access_token",
                     *       "token_type": "Bearer",
                     *       "expires_in": 300
                     *     }
                     */
                    "application/json": components["schemas"]["ExchangeResponse"];
                };
            };
            /**
             * @description `malformed-json`: The body is not one JSON document in UTF-8, or an object in it repeats a member name.
             *
             *     `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-found`: The route or resource does not exist, or the caller may not see it. The answer is the same in both cases. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload-too-large`: The body is larger than the route accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The body has a media type, charset or content coding that the route does not accept. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "username": "reader",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["LoginRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "eyJhbGciOiJIUzI1...",
                     *       "token_type": "Bearer",
                     *       "expires_in": 900,
                     *       "refresh_token": "ftWbhYcrhKGGONAK..."
                     *     }
                     */
                    "application/json": components["schemas"]["TokenResponse"];
                };
            };
            /**
             * @description `malformed-json`: The body is not one JSON document in UTF-8, or an object in it repeats a member name.
             *
             *     `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-found`: The route or resource does not exist, or the caller may not see it. The answer is the same in both cases. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload-too-large`: The body is larger than the route accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The body has a media type, charset or content coding that the route does not accept. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is no body. */
            204: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user_id": "90a8c950-3b90-4314-976a-2bdd1b3cf10a",
                     *       "username": "reader",
                     *       "role": "user",
                     *       "scopes": [
                     *         "artifacts:write"
                     *       ],
                     *       "library_ids": null
                     *     }
                     */
                    "application/json": components["schemas"]["AccountResponse"];
                };
            };
            /** @description `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    refreshTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "refresh_token": "ftWbhYcrhKGGONAK..."
                 *     }
                 */
                "application/json": components["schemas"]["RefreshRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "eyJhbGciOiJIUzI1...",
                     *       "token_type": "Bearer",
                     *       "expires_in": 900,
                     *       "refresh_token": "ftWbhYcrhKGGONAK..."
                     *     }
                     */
                    "application/json": components["schemas"]["TokenResponse"];
                };
            };
            /**
             * @description `malformed-json`: The body is not one JSON document in UTF-8, or an object in it repeats a member name.
             *
             *     `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-found`: The route or resource does not exist, or the caller may not see it. The answer is the same in both cases. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload-too-large`: The body is larger than the route accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The body has a media type, charset or content coding that the route does not accept. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getReadModels: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "libraries": [
                     *         {
                     *           "library_id": "eca92b76-934b-5829-a0f9-f238ce6d4f52",
                     *           "name": "Serial Evenings",
                     *           "revision": 2,
                     *           "ready": 61,
                     *           "stale": 0,
                     *           "queued": 0,
                     *           "quarantined": 0,
                     *           "oldest_dirty_at": null,
                     *           "last_error": null
                     *         },
                     *         {
                     *           "library_id": "a0689ade-071c-5754-aa9c-4299e9deefcc",
                     *           "name": "Silent Era",
                     *           "revision": 2,
                     *           "ready": 45,
                     *           "stale": 0,
                     *           "queued": 0,
                     *           "quarantined": 0,
                     *           "oldest_dirty_at": null,
                     *           "last_error": null
                     *         },
                     *         {
                     *           "library_id": "9796acf8-cac2-5110-ad1a-c20d30d065d8",
                     *           "name": "Sound Era",
                     *           "revision": 2,
                     *           "ready": 19,
                     *           "stale": 0,
                     *           "queued": 0,
                     *           "quarantined": 0,
                     *           "oldest_dirty_at": null,
                     *           "last_error": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ReadModelsResponse"];
                };
            };
            /** @description `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `conflict`: The resource is in a state, or at a revision, that does not allow the operation. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    refreshReadModels: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state. */
                "X-Min-Revision"?: string;
                /** @description With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`. */
                "X-Act-For-User"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "media_id": "movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5"
                 *     }
                 */
                "application/json": components["schemas"]["RefreshReadModelsRequest"];
            };
        };
        responses: {
            /** @description Accepted; the work continues after the response. */
            202: {
                headers: {
                    /** @description Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets the token of an empty list. Absent if the request neither reads nor changes libraries. */
                    "X-Catalog-Revision"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "queued": 1
                     *     }
                     */
                    "application/json": components["schemas"]["RefreshAccepted"];
                };
            };
            /**
             * @description `malformed-json`: The body is not one JSON document in UTF-8, or an object in it repeats a member name.
             *
             *     `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known.
             *
             *     `invalid-media-id`: A media id does not consist of a kind (`movie`, `series`, `season` or `episode`) and a UUID, such as `movie:<uuid>`.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials. */
            401: {
                headers: {
                    /** @description What is expected (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The caller is authenticated but lacks the role or scope that the operation requires. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-found`: The route or resource does not exist, or the caller may not see it. The answer is the same in both cases. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload-too-large`: The body is larger than the route accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The body has a media type, charset or content coding that the route does not accept. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-failed`: The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; `Retry-After` contains the number of seconds to wait. */
            502: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getLive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "live"
                     *     }
                     */
                    "application/json": components["schemas"]["LiveResponse"];
                };
            };
            /** @description `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ready",
                     *       "checks": {
                     *         "database": {
                     *           "status": "up",
                     *           "separate_roles": false,
                     *           "row_security": false,
                     *           "warning": "The role that serves reads can also write: set up separate roles with the command `roles`."
                     *         },
                     *         "migrations": {
                     *           "status": "up",
                     *           "pending": 0
                     *         },
                     *         "read_model": {
                     *           "status": "up",
                     *           "lag_seconds": 0.016444,
                     *           "older_rows": null
                     *         },
                     *         "background_loops": {
                     *           "status": "up",
                     *           "failing": []
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ReadyResponse"];
                };
            };
            /** @description `invalid-request`: A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri-too-long`: The request target is longer than the service accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers-too-large`: The header fields are larger than the service accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service failed. Its log contains the cause under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts that were committed before. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
